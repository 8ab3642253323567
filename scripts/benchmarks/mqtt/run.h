// What both C clients of `scripts/bench mqtt` share: their words, their clock and their report, which are those of
// `gatehouse mqtt bench`.
//   CLIENT pub|sub|latency PORT QOS COUNT SIZE WINDOW FLOOD(0|1) RATE
#pragma once
#include <errno.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

struct run {
  const char *role;
  int port, qos, count, size, window, flood, rate;
};

static struct run run_of(int words, char **word) {
  if (words != 9) {
    fprintf(stderr, "usage: %s pub|sub|latency PORT QOS COUNT SIZE WINDOW FLOOD RATE\n", word[0]);
    exit(2);
  }
  return (struct run){word[1],       atoi(word[2]), atoi(word[3]), atoi(word[4]),
                      atoi(word[5]), atoi(word[6]), atoi(word[7]), atoi(word[8])};
}

static int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static double cpu_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static long peak_kilobytes(void) {
  char line[256];
  long kilobytes = 0;
  FILE *file = fopen("/proc/self/status", "r");
  while (file && fgets(line, sizeof line, file)) sscanf(line, "VmHWM: %ld", &kilobytes);
  if (file) fclose(file);
  return kilobytes;
}

static int by_size(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

static void percentiles(const char *name, int64_t *values, int count) {
  qsort(values, count, sizeof *values, by_size);
  printf("\"%s\":{\"p50\":%.1f,\"p99\":%.1f,\"max\":%.1f},", name, values[count / 2] / 1e3,
         values[(int)(count * 0.99)] / 1e3, values[count - 1] / 1e3);
}

static void report(const struct run *run, int64_t start, double cpu) {
  double seconds = (nanoseconds() - start) / 1e9;
  cpu = cpu_seconds() - cpu;
  printf("\"role\":\"%s\",\"qos\":%d,\"size\":%d,\"messages\":%d,\"seconds\":%f,\"perSecond\":%.0f,"
         "\"cpuSeconds\":%f,\"cpuMicrosecondsPerMessage\":%.2f,\"peakResidentKilobytes\":%ld}\n",
         run->role, run->qos, run->size, run->count, seconds, run->count / seconds, cpu, cpu * 1e6 / run->count,
         peak_kilobytes());
  fflush(stdout);
}

static void wait_for(sem_t *semaphore) {
  while (sem_wait(semaphore) && errno == EINTR) {}
}

// Sleeps until message `number` of a run that began at `start` is due.
static void wait_until_due(const struct run *run, int64_t start, int number) {
  int64_t due = start + number * (1000000000LL / run->rate);
  struct timespec at = {due / 1000000000LL, due % 1000000000LL};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
}
