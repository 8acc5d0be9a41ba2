#ifndef ORDA_CSWIFTRUNTIME_H
#define ORDA_CSWIFTRUNTIME_H

// A function that every Swift program is linked with, and that Swift does not let a program declare.

// Retains an object unless its deinit has begun, in one atomic step; returns it, or null. It is what looking at a weak
// reference comes down to. The object's memory must not be freed meanwhile.
void *_Nullable swift_tryRetain(void *_Nonnull object);

#endif
