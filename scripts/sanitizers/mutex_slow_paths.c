// Tells ThreadSanitizer of the slow paths of Swift's Mutex; `scripts/sanitized thread` loads it before the tests.
//
// The fast paths of Synchronization.Mutex are inlined into the program, where the sanitizer sees them. Under contention
// the lock is taken and given back by the kernel (FUTEX_LOCK_PI) within libswiftSynchronization, of which the sanitizer
// knows nothing: it would report what the mutex guards as a race. Suppressions would have to name every function that
// holds a mutex, and would hide true races in it; this says what truly happens.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// In the program, where it was built for the sanitizer.
void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

// _MutexHandle's _lockSlow(UInt32), _unlockSlow() and _tryLockSlow() -> Bool.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK);
SWIFT bool try_lock_slow(SELF) __asm__(TRY_LOCK);

SWIFT void lock_slow(uint32_t thread, SELF) {
  __typeof__(lock_slow) *next = dlsym(RTLD_NEXT, LOCK);
  next(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT void unlock_slow(SELF) {
  __typeof__(unlock_slow) *next = dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(self);
  next(self);
}

SWIFT bool try_lock_slow(SELF) {
  __typeof__(try_lock_slow) *next = dlsym(RTLD_NEXT, TRY_LOCK);
  bool is_locked = next(self);
  if (is_locked && __tsan_acquire) __tsan_acquire(self);
  return is_locked;
}
