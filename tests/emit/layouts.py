"""layouts.py LAYOUT FOLDER PREFIX: the manifest of a package by the rules of its own build system (docs/emit.md, Layouts)."""
import json
import os
import re
import sys

layout, folder, prefix = sys.argv[1:]
version, licence = re.compile(r"^\d+\.\d+\.\d+$"), "MIT-0"


def must(holds, words):
    if not holds:
        sys.exit(f"FAIL: {layout}: {words}")


def read(name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def read_yaml(name):
    try:
        import yaml
    except ImportError:
        print("skipped: no PyYAML", name)
        return None
    return yaml.safe_load(read(name))


def there(*names):
    for name in names:
        must(os.path.exists(os.path.join(folder, name)), f"{name} is not there")


def platformio():
    made = json.loads(read("library.json"))
    for key in ("name", "version", "description", "keywords", "authors", "license", "frameworks", "platforms", "headers"):
        must(made.get(key), f"no {key}")
    must(made["name"] == prefix and len(prefix) <= 50 and not re.search(r"[:;/,@<>]", prefix), "the name")
    must(version.match(made["version"]) and len(made["version"]) <= 20, "the version")
    must(len(made["description"]) <= 255 and made["license"] == licence, "the description or the licence")
    there(*{made["build"]["srcDir"], made["build"]["includeDir"]}, os.path.join(made["build"]["includeDir"], made["headers"]))


def arduino():
    lines = [line for line in read("library.properties").split("\n") if line and not line.startswith("#")]
    made = dict(line.split("=", 1) for line in lines)
    must(len(made) == len(lines), "a key stands twice")
    for key in ("name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url", "architectures", "includes"):
        must(made.get(key), f"no {key}")
    must(made["name"] == prefix and re.match(r"^[A-Za-z0-9][A-Za-z0-9 _.-]{0,62}$", prefix) and not prefix.startswith("Arduino"), "the name")
    must(version.match(made["version"]) and made["license"] == licence, "the version or the licence")
    must(made["category"] in ("Display", "Communication", "Signal Input/Output", "Sensors", "Device Control", "Timing",
                              "Data Storage", "Data Processing", "Other"), "the category")
    must(re.match(r"^https?://\S+$", made["url"]), "the url")
    sketch = f"examples/{prefix}/{prefix}.ino"  # a sketch is called as its folder
    there(os.path.join("src", made["includes"]), sketch)
    must(f"#include <{made['includes']}>" in read(sketch), "the sketch does not include it")


def esp_idf():
    made = read_yaml("idf_component.yml")
    if made:
        must(set(made) <= {"version", "description", "license", "dependencies", "url", "targets", "maintainers"}, "a key that is none")
        must(version.match(made["version"]) and made["license"] == licence and made["description"], "version, licence or description")
        must(re.match(r"^[<>=~^]+\d", made["dependencies"]["idf"]), "the version of ESP-IDF")
    call = re.search(r"idf_component_register\(SRCS ([^)]*) INCLUDE_DIRS \"([^\"]*)\"\)", read("CMakeLists.txt"))
    must(call, "no idf_component_register")
    there(*re.findall(r'"([^"]*)"', call[1]), os.path.join(call[2], prefix + ".h"))


def zephyr():
    made = read_yaml("zephyr/module.yml")
    if made:
        must(made["name"] == prefix and set(made) <= {"name", "build"}, "the name")
        must(set(made["build"]) == {"cmake", "kconfig"}, "what is built")
        there(os.path.join(made["build"]["cmake"], "CMakeLists.txt"), made["build"]["kconfig"])
    option = re.search(r"^config (\w+)\n\tbool \"", read("zephyr/Kconfig"), re.M)
    must(option and f"if(CONFIG_{option[1]})" in read("zephyr/CMakeLists.txt"), "the option of Kconfig and that of CMake")
    must(f"CONFIG_{option[1]}=y" in read("README.md"), "the README has another option")
    there(*(os.path.join("zephyr", name) for name in re.findall(r"\.\./src/\w+\.c", read("zephyr/CMakeLists.txt"))))


def cmake():
    made = re.search(r"project\((\w+) VERSION (\S+) ", read("CMakeLists.txt"))
    must(made and made[1] == prefix and version.match(made[2]), "the project")
    there(*re.findall(r"(?:src|test)/\w+\.c", read("CMakeLists.txt")))


{"platformio": platformio, "arduino": arduino, "esp-idf": esp_idf, "zephyr": zephyr, "cmake": cmake}[layout]()
print("pass:", layout)
