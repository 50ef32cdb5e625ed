// bristle_call.c - a MEX of bristle/call.h for Octave and MATLAB.
//
//     [text, table, negative] = bristle_call (words, log)
//
// words: cell array of texts, the command first. log: [] or a struct whose fields are columns of doubles; it stands in words
// as 'log'. table: struct with names and units (cell arrays) and data (one column each). negative: why the answer is no.
#include <bristle/call.h>
#include <mex.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>

// Octave's own note of Ctrl-C; other programs have none.
extern volatile sig_atomic_t octave_interrupt_state __attribute__((weak));

// Memory of one call, freed at its end, or by the next one where an error ended it: Octave 7 loses some of what mxCalloc
// gives, 13 bytes a call.
typedef union block {
    union block *next;
    double aligned;
} block;

static block *rooms;

static void *room(mwSize count, size_t size)
{
    block *b = count < (size_t)1 << 40 ? calloc(1, sizeof *b + count * size) : NULL;
    if (!b)
        mexErrMsgTxt("bristle: out of memory");
    b->next = rooms;
    rooms = b;
    return b + 1;
}

static void leave(void)
{
    for (block *b = rooms, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    rooms = NULL;
}

static const char **take_words(const mxArray *from, int *count)
{
    if (!mxIsCell(from))
        mexErrMsgTxt("bristle: words are a cell array of texts");
    if (mxGetNumberOfElements(from) > 1000)
        mexErrMsgTxt("bristle: more than 1000 words");
    *count = (int)mxGetNumberOfElements(from);
    const char **word = room((mwSize)*count, sizeof *word);
    for (int i = 0; i < *count; i++) {
        const mxArray *w = mxGetCell(from, (mwIndex)i);
        if (!w || !mxIsChar(w) || (mxGetM(w) > 1 && mxGetN(w) > 0))
            mexErrMsgTxt("bristle: words are a cell array of texts, each in one row");
        mwSize most = mxGetNumberOfElements(w) * sizeof(mxChar) + 1;
        char *text = room(most, 1);
        if (mxGetString(w, text, most) != 0 || strlen(text) < mxGetNumberOfElements(w))
            mexErrMsgTxt("bristle: a text with a zero in it");
        word[i] = text;
    }
    return word;
}

static void take_log(const mxArray *from, br_call_table *t)
{
    if (!mxIsStruct(from) || mxGetNumberOfElements(from) != 1 || mxGetNumberOfFields(from) < 1)
        mexErrMsgTxt("bristle: a log is a struct whose fields are columns");
    br_call_column *column = room((mwSize)mxGetNumberOfFields(from), sizeof *column);
    *t = (br_call_table){"log", column, mxGetNumberOfFields(from), 0};
    for (int i = 0; i < t->columns; i++) {
        const mxArray *v = mxGetFieldByNumber(from, 0, i);
        if (!v || !mxIsDouble(v) || mxIsComplex(v) || mxIsSparse(v))
            mexErrMsgTxt("bristle: columns of a log are full arrays of real doubles");
        if (i > 0 && mxGetNumberOfElements(v) != t->rows)
            mexErrMsgTxt("bristle: columns of one log have equal lengths");
        t->rows = mxGetNumberOfElements(v);
        column[i] = (br_call_column){mxGetFieldNameByNumber(from, i), mxGetPr(v)};
    }
}

static mxArray *give_table(const br_answer *a)
{
    static const char *fields[] = {"names", "units", "data"};
    mxArray *names = mxCreateCellMatrix(1, (mwSize)a->columns), *units = mxCreateCellMatrix(1, (mwSize)a->columns);
    mxArray *data = mxCreateDoubleMatrix((mwSize)a->rows, (mwSize)a->columns, mxREAL);
    mxArray *table = mxCreateStructMatrix(1, 1, 3, fields);
    for (int i = 0; i < a->columns; i++) {
        mxSetCell(names, (mwIndex)i, mxCreateString(a->column[i].name));
        mxSetCell(units, (mwIndex)i, mxCreateString(a->column[i].unit));
        if (a->rows > 0)
            memcpy(mxGetPr(data) + (size_t)i * a->rows, a->column[i].v, a->rows * sizeof(double));
    }
    mxSetField(table, 0, "names", names);
    mxSetField(table, 0, "units", units);
    mxSetField(table, 0, "data", data);
    return table;
}

void mexFunction(int nout, mxArray *out[], int nin, const mxArray *in[])
{
    br_call_table log = {0};
    br_answer *a = NULL;
    br_diag why = {0};
    int words = 0;
    if (nin < 1 || nin > 2 || nout > 3)
        mexErrMsgTxt("bristle: [text, table, negative] = bristle_call (words, log)");
    leave(); // what an error left
    const char **word = take_words(in[0], &words);
    bool lent = nin == 2 && mxGetNumberOfElements(in[1]) > 0;
    if (lent)
        take_log(in[1], &log);
    br_status status = br_call_until(&a, word, words, lent ? &log : NULL, lent,
                                     &octave_interrupt_state ? &octave_interrupt_state : NULL, &why);
    if (status != BR_OK && status != BR_NEGATIVE)
        mexErrMsgIdAndTxt("bristle:failed", "%s", why.text);
    if (a->size == 0 && status == BR_NEGATIVE) {
        br_answer_free(a);
        mexErrMsgIdAndTxt("bristle:negative", "%s", why.text);
    }
    out[0] = mxCreateString(a->text);
    if (nout > 1)
        out[1] = give_table(a);
    if (nout > 2)
        out[2] = mxCreateString(status == BR_NEGATIVE ? why.text : "");
    br_answer_free(a);
    leave();
}
