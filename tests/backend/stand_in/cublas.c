/* A stand-in for libcublas: matrix products over libcuda's stand-in, counted down columns as the real one does.
 *
 * Each sum runs in the order of k and is rounded after every step, as in the backend in pure Rust. A wrong call is refused and
 * logged, even if the real library would accept it: sizes and strides that reach beyond allocated memory, or products of a batch
 * that overlap.
 */

#include "stand_in.h"

#include <stdlib.h>

enum {
    SUCCESS = 0,
    NOT_INITIALIZED = 1,
    INVALID_VALUE = 7,
    EXECUTION_FAILED = 13,
    INTERNAL_ERROR = 14,
};

/* The driver's statuses are not cuBLAS's. */
#define BEGIN \
    do { \
        int ordered = stand_in_begin(__func__); \
        if (ordered) return stand_in_end(ordered > INTERNAL_ERROR ? EXECUTION_FAILED : ordered); \
    } while (0)
#define REFUSE(status, ...) return stand_in_end(stand_in_refuse(__func__, status, __VA_ARGS__))
#define END return stand_in_end(SUCCESS)

/* --- Handles -------------------------------------------------------------------------------------------------------------- */

struct handle {
    /* Set by cublasSetStream_v2. */
    bool has_stream;
    struct handle *next;
};

static struct handle *handles;

static bool is_handle(const struct handle *handle) {
    const struct handle *known = handles;
    while (known && known != handle) known = known->next;
    return known != NULL;
}

int cublasCreate_v2(struct handle **created) {
    BEGIN;
    if (!stand_in_has_context()) REFUSE(NOT_INITIALIZED, "the thread has no context");
    struct handle *handle = malloc(sizeof *handle);
    if (!handle) abort();
    *handle = (struct handle){false, handles};
    handles = *created = handle;
    END;
}

int cublasDestroy_v2(struct handle *handle) {
    BEGIN;
    struct handle **place = &handles;
    while (*place && *place != handle) place = &(*place)->next;
    if (!*place) REFUSE(NOT_INITIALIZED, "%p is not a handle", (void *)handle);
    *place = handle->next;
    free(handle);
    END;
}

int cublasSetStream_v2(struct handle *handle, void *stream) {
    BEGIN;
    if (!is_handle(handle)) REFUSE(NOT_INITIALIZED, "%p is not a handle", (void *)handle);
    if (stream) REFUSE(INVALID_VALUE, "%p is not a stream", stream);
    handle->has_stream = true;
    END;
}

/* --- Products ------------------------------------------------------------------------------------------------------------- */

/* Matrices of a batch, as cuBLAS sees them: element (row, column) lies at row + column * leading. */
struct matrices {
    void *memory;
    bool transposed;
    int leading;
    long long apart;
};

struct product {
    bool is_double;
    int m, n, k, count;
    double alpha, beta;
    struct matrices a, b, c;
};

static long long place(const struct matrices *of, int number, int row, int column) {
    return number * of->apart + (of->transposed ? column + (long long)row * of->leading : row + (long long)column * of->leading);
}

static double element(const struct product *product, const struct matrices *of, long long place) {
    return product->is_double ? ((double *)of->memory)[place] : (double)((float *)of->memory)[place];
}

/* Rounds a number to the product's type. Floats multiplied or added as doubles and then rounded equal float arithmetic. */
static double rounded(const struct product *product, double value) {
    return product->is_double ? value : (double)(float)value;
}

static void compute(const struct product *product, int number, int row, int column) {
    double sum = 0;
    for (int k = 0; k < product->k; k++) {
        double left = element(product, &product->a, place(&product->a, number, row, k));
        double right = element(product, &product->b, place(&product->b, number, k, column));
        double term = rounded(product, left * right);
        sum = rounded(product, sum + term);
    }
    double value = rounded(product, product->alpha * sum);
    long long target = place(&product->c, number, row, column);
    /* If beta is 0 the old value is not read: it may be NaN. */
    if (product->beta != 0) value += product->beta * element(product, &product->c, target);
    if (product->is_double) {
        ((double *)product->c.memory)[target] = value;
    } else {
        ((float *)product->c.memory)[target] = (float)value;
    }
}

static void run(void *data) {
    struct product *product = data;
    for (int number = 0; number < product->count; number++) {
        for (int column = 0; column < product->n; column++) {
            for (int row = 0; row < product->m; row++) compute(product, number, row, column);
        }
    }
    stand_in_log("computed: %d of %s", product->count, product->is_double ? "f64" : "f32");
    free(product);
}

/* Finds the memory of the matrices, which have these rows and columns there. Returns an error, or NULL. */
static const char *find(const struct product *product, struct matrices *of, const void *address, int rows, int columns) {
    if (of->leading < rows || of->leading < 1) return "the leading dimension is less than the rows";
    if (of->apart < 0) return "a stride is negative";
    size_t size = product->is_double ? sizeof(double) : sizeof(float);
    size_t elements = (size_t)of->apart * (size_t)(product->count - 1) + (size_t)of->leading * (size_t)(columns - 1) + (size_t)rows;
    if ((uintptr_t)address % size) return "the address is not aligned";
    of->memory = stand_in_memory((uintptr_t)address, elements * size);
    return of->memory ? NULL : "it reaches beyond what is allocated";
}

static int later(const char *function, const struct handle *handle, struct product product, const int *transposed,
                 const void *alpha, const void *beta, const void *a, const void *b, const void *c) {
    if (!is_handle(handle)) return stand_in_refuse(function, NOT_INITIALIZED, "%p is not a handle", (const void *)handle);
    if (!handle->has_stream) return stand_in_refuse(function, NOT_INITIALIZED, "the handle has no stream");
    if (!stand_in_has_context()) return stand_in_refuse(function, NOT_INITIALIZED, "the thread has no context");
    int m = product.m, n = product.n, k = product.k;
    if (m < 1 || n < 1 || k < 1 || product.count < 1) {
        return stand_in_refuse(function, INVALID_VALUE, "%d products of %d, %d and %d", product.count, m, k, n);
    }
    if (transposed[0] < 0 || transposed[0] > 2 || transposed[1] < 0 || transposed[1] > 2) {
        return stand_in_refuse(function, INVALID_VALUE, "an unknown operation on A or B");
    }
    if (!alpha || !beta || stand_in_is_of_device(alpha) || stand_in_is_of_device(beta)) {
        return stand_in_refuse(function, INVALID_VALUE, "alpha and beta must be numbers of the program");
    }
    product.alpha = product.is_double ? *(const double *)alpha : (double)*(const float *)alpha;
    product.beta = product.is_double ? *(const double *)beta : (double)*(const float *)beta;
    product.a.transposed = transposed[0] != 0;
    product.b.transposed = transposed[1] != 0;
    const char *why = find(&product, &product.a, a, transposed[0] ? k : m, transposed[0] ? m : k);
    if (why) return stand_in_refuse(function, INVALID_VALUE, "A: %s", why);
    why = find(&product, &product.b, b, transposed[1] ? n : k, transposed[1] ? k : n);
    if (why) return stand_in_refuse(function, INVALID_VALUE, "B: %s", why);
    why = find(&product, &product.c, c, m, n);
    if (why) return stand_in_refuse(function, INVALID_VALUE, "C: %s", why);
    if (product.count > 1 && product.c.apart < (long long)product.c.leading * (n - 1) + m) {
        return stand_in_refuse(function, INVALID_VALUE, "C: the products overlap");
    }
    if (product.c.memory == product.a.memory || product.c.memory == product.b.memory) {
        return stand_in_refuse(function, INVALID_VALUE, "C: the product lies over an operand");
    }
    struct product *data = malloc(sizeof *data);
    if (!data) abort();
    *data = product;
    stand_in_later(run, data);
    return SUCCESS;
}

#define GEMM(name, type, in_double) \
    int name(struct handle *handle, int transposed_a, int transposed_b, int m, int n, int k, const type *alpha, const type *a, \
             int leading_a, long long apart_a, const type *b, int leading_b, long long apart_b, const type *beta, type *c, \
             int leading_c, long long apart_c, int count) { \
        BEGIN; \
        struct product product = { \
            in_double, m, n, k, count, 0, 0, \
            {NULL, false, leading_a, apart_a}, {NULL, false, leading_b, apart_b}, {NULL, false, leading_c, apart_c}, \
        }; \
        const int transposed[] = {transposed_a, transposed_b}; \
        return stand_in_end(later(__func__, handle, product, transposed, alpha, beta, a, b, c)); \
    }

GEMM(cublasSgemmStridedBatched, float, false)
GEMM(cublasDgemmStridedBatched, double, true)
