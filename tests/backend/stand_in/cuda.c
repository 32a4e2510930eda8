/* A stand-in for libcuda, NVIDIA's driver: what the backend needs of it, on a machine without a GPU.
 *
 * The device's memory is memory of the process under other addresses, so a pointer of the wrong kind is detected. The stream is
 * lazier than a real one: it does nothing before the program waits, and memory holds NaN until it is written. A wrong call is
 * refused and logged, even if a real driver would accept it.
 *
 *     STAND_IN_LOG    the file to which every call is appended, a line each
 *     STAND_IN_FAIL   a call that fails, as FUNCTION:NUMBER:STATUS: the third cuMemAllocAsync with status 2, say. From a status
 *                     of the 700s the device does not recover: every call after it fails, too.
 *     STAND_IN_POOLS  0 for a device that cannot allocate in the order of a stream
 */

#define _GNU_SOURCE
#include "stand_in.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    NOT_INITIALIZED = 3,
    INVALID_DEVICE = 101,
    INVALID_CONTEXT = 201,
    INVALID_HANDLE = 400,
};

/* --- The log, and failures to order --------------------------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void stand_in_log(const char *line, ...) {
    const char *path = getenv("STAND_IN_LOG");
    if (!path) return;
    char text[512];
    va_list arguments;
    va_start(arguments, line);
    int length = vsnprintf(text, sizeof text - 1, line, arguments);
    va_end(arguments);
    if (length > (int)sizeof text - 2) length = (int)sizeof text - 2;
    text[length] = '\n';
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0 || write(file, text, (size_t)length + 1) < 0) abort();
    close(file);
}

/* Counts a call, and returns the number of calls of the function so far. */
static int calls_of(const char *function) {
    static struct { char name[48]; int calls; } counts[64];
    for (size_t index = 0; index < sizeof counts / sizeof *counts; index++) {
        if (!counts[index].name[0]) snprintf(counts[index].name, sizeof counts[index].name, "%s", function);
        if (!strcmp(counts[index].name, function)) return ++counts[index].calls;
    }
    abort();
}

/* The status of the failure from which the device does not recover. */
static int lost;
static void cancel_copies_to_the_program(void);

int stand_in_begin(const char *function) {
    pthread_mutex_lock(&lock);
    stand_in_log("%s", function);
    int call = calls_of(function);
    const char *order = getenv("STAND_IN_FAIL");
    char name[48];
    int number, status;
    if (lost || !order) return lost;
    if (sscanf(order, "%47[^:]:%d:%d", name, &number, &status) != 3) abort();
    if (number != call || strcmp(name, function)) return SUCCESS;
    stand_in_log("fails: %s, %d", function, status);
    cancel_copies_to_the_program();
    if (status >= 700) lost = status;
    return status;
}

int stand_in_end(int status) {
    pthread_mutex_unlock(&lock);
    return status;
}

int stand_in_refuse(const char *function, int status, const char *why, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, why);
    vsnprintf(text, sizeof text, why, arguments);
    va_end(arguments);
    stand_in_log("refused: %s: %s", function, text);
    return status;
}

/* Begins a call, and ends it where the test ordered that. */
#define BEGIN \
    do { \
        int ordered = stand_in_begin(__func__); \
        if (ordered) return stand_in_end(ordered); \
    } while (0)
#define REFUSE(status, ...) return stand_in_end(stand_in_refuse(__func__, status, __VA_ARGS__))
#define END return stand_in_end(SUCCESS)

/* --- The device and its context ------------------------------------------------------------------------------------------- */

static bool initialized;
static int device;
/* The number of holders of the device's context. Its address serves as the context. */
static int holders;
static _Thread_local void *current;

bool stand_in_has_context(void) {
    return holders > 0 && current == &holders;
}

#define NEEDS_CONTEXT \
    if (!stand_in_has_context()) REFUSE(INVALID_CONTEXT, "the thread has no context")

int cuInit(unsigned flags) {
    BEGIN;
    if (flags) REFUSE(INVALID_VALUE, "flags must be 0");
    initialized = true;
    END;
}

int cuDeviceGet(int *found, int ordinal) {
    BEGIN;
    if (!initialized) REFUSE(NOT_INITIALIZED, "before cuInit");
    if (ordinal != 0) REFUSE(INVALID_DEVICE, "there is one device, and not %d", ordinal);
    *found = device;
    END;
}

int cuDeviceGetAttribute(int *value, int attribute, int of) {
    const int memory_pools_supported = 115;
    BEGIN;
    if (of != device) REFUSE(INVALID_DEVICE, "no device is called %d", of);
    if (attribute != memory_pools_supported) REFUSE(INVALID_VALUE, "attribute %d is not known here", attribute);
    const char *pools = getenv("STAND_IN_POOLS");
    *value = !pools || strcmp(pools, "0");
    END;
}

int cuDevicePrimaryCtxRetain(void **context, int of) {
    BEGIN;
    if (!initialized) REFUSE(NOT_INITIALIZED, "before cuInit");
    if (of != device) REFUSE(INVALID_DEVICE, "no device is called %d", of);
    holders++;
    *context = &holders;
    END;
}

int cuDevicePrimaryCtxRelease_v2(int of) {
    BEGIN;
    if (of != device) REFUSE(INVALID_DEVICE, "no device is called %d", of);
    if (holders == 0) REFUSE(INVALID_CONTEXT, "nobody holds the context");
    holders--;
    END;
}

int cuCtxGetCurrent(void **context) {
    BEGIN;
    if (!initialized) REFUSE(NOT_INITIALIZED, "before cuInit");
    *context = current;
    END;
}

int cuCtxSetCurrent(void *context) {
    BEGIN;
    if (context && context != &holders) REFUSE(INVALID_CONTEXT, "%p is not a context", context);
    current = context;
    END;
}

/* --- The stream ----------------------------------------------------------------------------------------------------------- */

struct work {
    void (*run)(void *data);
    void *data;
    struct work *next;
};

static struct work *first_work, **last_work = &first_work;

/* Allocates memory of the process, or ends it. */
static void *must_allocate(size_t bytes) {
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) abort();
    return memory;
}

void stand_in_later(void (*run)(void *data), void *data) {
    struct work *work = must_allocate(sizeof *work);
    *work = (struct work){run, data, NULL};
    *last_work = work;
    last_work = &work->next;
}

static void run_copy_to_the_program(void *data);

/* After a failure the program does not wait for its copies, and may free the memory they go to. */
static void cancel_copies_to_the_program(void) {
    for (struct work *work = first_work; work; work = work->next) {
        if (work->run == run_copy_to_the_program) work->run = free;
    }
}

static void finish_the_stream(void) {
    while (first_work) {
        struct work *work = first_work;
        first_work = work->next;
        if (!first_work) last_work = &first_work;
        work->run(work->data);
        free(work);
    }
}

/* The default stream is the only one. */
#define NEEDS_STREAM(stream) \
    if (stream) REFUSE(INVALID_HANDLE, "%p is not a stream", (void *)(stream))

int cuStreamSynchronize(void *stream) {
    BEGIN;
    NEEDS_CONTEXT;
    NEEDS_STREAM(stream);
    finish_the_stream();
    END;
}

/* --- Memory --------------------------------------------------------------------------------------------------------------- */

struct block {
    uint64_t address;
    size_t bytes;
    unsigned char *memory;
    bool freed;
    struct block *next;
};

/* The device's addresses begin far from where Linux puts the memory of a process. */
static const uint64_t FIRST_ADDRESS = UINT64_C(1) << 44;
static uint64_t next_address = UINT64_C(1) << 44;
static struct block *blocks;
/* A number of such bytes is NaN. */
static const int UNWRITTEN = 0xff;

bool stand_in_is_of_device(const void *address) {
    return (uint64_t)address >= FIRST_ADDRESS && (uint64_t)address < next_address;
}

void *stand_in_memory(uint64_t address, size_t bytes) {
    for (struct block *block = blocks; block; block = block->next) {
        if (block->freed || address < block->address || address - block->address > block->bytes) continue;
        size_t offset = address - block->address;
        if (bytes <= block->bytes - offset) return block->memory + offset;
    }
    return NULL;
}

/* Allocates memory of the device. Invalid addresses follow it. */
static uint64_t allocate(size_t bytes) {
    struct block *block = must_allocate(sizeof *block);
    *block = (struct block){next_address, bytes, must_allocate(bytes), false, blocks};
    memset(block->memory, UNWRITTEN, bytes);
    blocks = block;
    next_address += (bytes + 4096 + 255) / 256 * 256;
    return block->address;
}

static void release(void *data) {
    struct block *block = data, **place = &blocks;
    while (*place != block) place = &(*place)->next;
    *place = block->next;
    free(block->memory);
    free(block);
}

/* Marks the block that begins at an address as freed, and returns it. */
static struct block *give_up(uint64_t address) {
    for (struct block *block = blocks; block; block = block->next) {
        if (block->address != address || block->freed) continue;
        block->freed = true;
        return block;
    }
    return NULL;
}

int cuMemAllocAsync(uint64_t *address, size_t bytes, void *stream) {
    BEGIN;
    NEEDS_CONTEXT;
    NEEDS_STREAM(stream);
    if (bytes == 0) REFUSE(INVALID_VALUE, "no bytes");
    *address = allocate(bytes);
    END;
}

int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
    BEGIN;
    NEEDS_CONTEXT;
    if (bytes == 0) REFUSE(INVALID_VALUE, "no bytes");
    *address = allocate(bytes);
    END;
}

int cuMemFreeAsync(uint64_t address, void *stream) {
    BEGIN;
    NEEDS_CONTEXT;
    NEEDS_STREAM(stream);
    struct block *block = give_up(address);
    if (!block) REFUSE(INVALID_VALUE, "no memory begins at %#llx", (unsigned long long)address);
    stand_in_later(release, block);
    END;
}

int cuMemFree_v2(uint64_t address) {
    BEGIN;
    NEEDS_CONTEXT;
    struct block *block = give_up(address);
    if (!block) REFUSE(INVALID_VALUE, "no memory begins at %#llx", (unsigned long long)address);
    finish_the_stream();
    release(block);
    END;
}

struct copy {
    void *to, *from;
    size_t bytes;
};

static void run_copy_to_the_program(void *data) {
    struct copy *copy = data;
    memcpy(copy->to, copy->from, copy->bytes);
    free(copy);
}

static void run_copy_to_the_device(void *data) {
    struct copy *copy = data;
    void *aside = copy->from;
    run_copy_to_the_program(copy);
    free(aside);
}

static void copy_later(void (*run)(void *data), void *to, void *from, size_t bytes) {
    struct copy *copy = must_allocate(sizeof *copy);
    *copy = (struct copy){to, from, bytes};
    stand_in_later(run, copy);
}

int cuMemsetD8Async(uint64_t address, unsigned char value, size_t bytes, void *stream) {
    BEGIN;
    NEEDS_CONTEXT;
    NEEDS_STREAM(stream);
    void *to = stand_in_memory(address, bytes);
    if (!to) REFUSE(INVALID_VALUE, "%zu bytes from %#llx are not all allocated", bytes, (unsigned long long)address);
    copy_later(run_copy_to_the_device, to, memset(must_allocate(bytes), value, bytes), bytes);
    END;
}

int cuMemcpyHtoDAsync_v2(uint64_t address, const void *from, size_t bytes, void *stream) {
    BEGIN;
    NEEDS_CONTEXT;
    NEEDS_STREAM(stream);
    if (!from || stand_in_is_of_device(from)) REFUSE(INVALID_VALUE, "%p is not memory of the program", from);
    void *to = stand_in_memory(address, bytes);
    if (!to) REFUSE(INVALID_VALUE, "%zu bytes from %#llx are not all allocated", bytes, (unsigned long long)address);
    /* The real driver, too, reads memory that is not pinned before it returns. */
    copy_later(run_copy_to_the_device, to, memcpy(must_allocate(bytes), from, bytes), bytes);
    END;
}

int cuMemcpyDtoHAsync_v2(void *to, uint64_t address, size_t bytes, void *stream) {
    BEGIN;
    NEEDS_CONTEXT;
    NEEDS_STREAM(stream);
    if (!to || stand_in_is_of_device(to)) REFUSE(INVALID_VALUE, "%p is not memory of the program", to);
    void *from = stand_in_memory(address, bytes);
    if (!from) REFUSE(INVALID_VALUE, "%zu bytes from %#llx are not all allocated", bytes, (unsigned long long)address);
    memset(to, UNWRITTEN, bytes);
    copy_later(run_copy_to_the_program, to, from, bytes);
    END;
}

/* --- Events --------------------------------------------------------------------------------------------------------------- */

struct event {
    struct event *next;
};

static struct event *events;

int cuEventCreate(struct event **created, unsigned flags) {
    BEGIN;
    (void)flags;
    NEEDS_CONTEXT;
    struct event *event = must_allocate(sizeof *event);
    event->next = events;
    events = *created = event;
    END;
}

int cuEventDestroy_v2(struct event *event) {
    BEGIN;
    NEEDS_CONTEXT;
    struct event **place = &events;
    while (*place && *place != event) place = &(*place)->next;
    if (!*place) REFUSE(INVALID_HANDLE, "%p is not an event", (void *)event);
    *place = event->next;
    free(event);
    END;
}

/* --- Words for statuses --------------------------------------------------------------------------------------------------- */

static const struct { int status; const char *name, *words; } STATUSES[] = {
    {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
};

int cuGetErrorName(int status, const char **name) {
    for (size_t index = 0; index < sizeof STATUSES / sizeof *STATUSES; index++) {
        if (STATUSES[index].status == status) return *name = STATUSES[index].name, SUCCESS;
    }
    return *name = NULL, INVALID_VALUE;
}

int cuGetErrorString(int status, const char **words) {
    for (size_t index = 0; index < sizeof STATUSES / sizeof *STATUSES; index++) {
        if (STATUSES[index].status == status) return *words = STATUSES[index].words, SUCCESS;
    }
    return *words = NULL, INVALID_VALUE;
}

/* Logs what the program did not free. */
__attribute__((destructor)) static void say_what_is_left(void) {
    finish_the_stream();
    int left_blocks = 0, left_events = 0;
    for (struct block *block = blocks; block; block = block->next) left_blocks++;
    for (struct event *event = events; event; event = event->next) left_events++;
    stand_in_log("left: %d blocks, %d events", left_blocks, left_events);
}
