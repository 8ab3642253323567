// libmosquitto as a subject of `scripts/bench mqtt`: its own thread does the network, as its users have it.
#include "run.h"

#include <mosquitto.h>

static struct run run;
static sem_t connected, places, finished;
static atomic_int answered, received;
static int64_t start, *sent_at, *answers, *arrivals;
static double cpu;

static void on_connect(struct mosquitto *client, void *context, int code) {
  if (code) exit(1);
  sem_post(&connected);
}

static void on_subscribe(struct mosquitto *client, void *context, int id, int count, const int *granted) {
  sem_post(&connected);
}

static void on_publish(struct mosquitto *client, void *context, int identifier) {
  int number = atomic_fetch_add(&answered, 1);
  if (sent_at && number < run.count) answers[number] = nanoseconds() - sent_at[number];
  sem_post(&places);
  if (number + 1 == run.count + (run.qos == 0 && !sent_at)) sem_post(&finished);
}

static void on_message(struct mosquitto *client, void *context, const struct mosquitto_message *message) {
  int number = atomic_fetch_add(&received, 1);
  if (sent_at) {
    arrivals[number] = nanoseconds() - sent_at[*(const int *)message->payload];
  } else if (number == 0) {
    start = nanoseconds();
    cpu = cpu_seconds();
  }
  if (number + 1 == run.count) sem_post(&finished);
}

static void publish_all(struct mosquitto *client, void *payload) {
  start = nanoseconds();
  cpu = cpu_seconds();
  for (int number = 0; number < run.count; number++) {
    if (run.qos && !run.flood) wait_for(&places);
    if (mosquitto_publish(client, NULL, "bench/t", run.size, payload, run.qos, false)) exit(1);
  }
  if (run.qos == 0) mosquitto_publish(client, NULL, "bench/t", run.size, payload, 1, false);
  wait_for(&finished);
}

static void measure_latency(struct mosquitto *client, void *payload) {
  start = nanoseconds() + 100000000;
  cpu = cpu_seconds();
  for (int number = 0; number < run.count; number++) {
    wait_until_due(&run, start, number);
    memcpy(payload, &number, sizeof number);
    sent_at[number] = nanoseconds();
    mosquitto_publish(client, NULL, "bench/t", run.size, payload, run.qos, false);
  }
  wait_for(&finished);
  wait_for(&finished);
}

int main(int words, char **word) {
  run = run_of(words, word);
  int latency = !strcmp(run.role, "latency"), subscribe = strcmp(run.role, "pub");
  sem_init(&connected, 0, 0);
  sem_init(&places, 0, run.window);
  sem_init(&finished, 0, 0);
  void *payload = calloc(1, run.size);
  mosquitto_lib_init();
  struct mosquitto *client = mosquitto_new(NULL, true, NULL);
  mosquitto_max_inflight_messages_set(client, run.window);
  if (latency) {
    mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1);
    sent_at = calloc(run.count, sizeof *sent_at);
    answers = calloc(run.count, sizeof *answers);
    arrivals = calloc(run.count, sizeof *arrivals);
  }
  mosquitto_connect_callback_set(client, on_connect);
  mosquitto_subscribe_callback_set(client, on_subscribe);
  mosquitto_publish_callback_set(client, on_publish);
  mosquitto_message_callback_set(client, on_message);
  if (mosquitto_connect(client, "127.0.0.1", run.port, 60) || mosquitto_loop_start(client)) return 1;
  wait_for(&connected);
  if (subscribe) {
    mosquitto_subscribe(client, NULL, "bench/t", run.qos);
    wait_for(&connected);
  }
  if (latency) {
    measure_latency(client, payload);
  } else if (subscribe) {
    puts("ready");
    fflush(stdout);
    wait_for(&finished);
  } else {
    publish_all(client, payload);
  }
  printf("{");
  if (latency) {
    percentiles("publishToReceive", arrivals, run.count);
    percentiles("publishToAnswer", answers, run.count);
  }
  report(&run, start, cpu);
  mosquitto_disconnect(client);
  mosquitto_loop_stop(client, false);
  return 0;
}
