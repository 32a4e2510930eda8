/* The interface between the two stand-ins: libcuda's defines these functions, libcublas's calls them. */

#ifndef STAND_IN_H
#define STAND_IN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Begins a call: takes the lock and writes the function's name to the log. Returns the status that the test ordered for this
 * call, 0 for none. */
int stand_in_begin(const char *function);

/* Ends a call: gives the lock back and returns the status. */
int stand_in_end(int status);

/* Writes to the log why a call is wrong, and returns the status. */
int stand_in_refuse(const char *function, int status, const char *why, ...) __attribute__((format(printf, 3, 4)));

/* Writes a line to the log. */
void stand_in_log(const char *line, ...) __attribute__((format(printf, 1, 2)));

/* Returns whether the context of the device is current on the calling thread. */
bool stand_in_has_context(void);

/* Returns whether an address belongs to the device, allocated or not. */
bool stand_in_is_of_device(const void *address);

/* Returns the memory behind an address of the device; NULL unless so many bytes from there are allocated. */
void *stand_in_memory(uint64_t address, size_t bytes);

/* Adds work at the end of the stream. It runs when the program waits for the stream, and must free its data. */
void stand_in_later(void (*run)(void *data), void *data);

#endif
