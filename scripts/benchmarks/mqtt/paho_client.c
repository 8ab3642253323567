// paho C (asynchronous) as a subject of `scripts/bench mqtt`.
#include "run.h"

#include <MQTTAsync.h>
#include <unistd.h>

static struct run run;
static sem_t connected, places, finished;
static atomic_int answered, received;
static int64_t start, *sent_at, *answers, *arrivals;
static double cpu;

static void on_success(void *context, MQTTAsync_successData *data) { sem_post(&connected); }

static void on_failure(void *context, MQTTAsync_failureData *data) {
  fprintf(stderr, "paho: %s\n", data && data->message ? data->message : "failed");
  exit(1);
}

static void on_published(void *context, MQTTAsync_successData *data) {
  int number = atomic_fetch_add(&answered, 1);
  if (sent_at && number < run.count) answers[number] = nanoseconds() - sent_at[number];
  sem_post(&places);
  if (number + 1 == run.count + (run.qos == 0 && !sent_at)) sem_post(&finished);
}

static int on_message(void *context, char *topic, int length, MQTTAsync_message *message) {
  int number = atomic_fetch_add(&received, 1);
  if (sent_at) {
    arrivals[number] = nanoseconds() - sent_at[*(int *)message->payload];
  } else if (number == 0) {
    start = nanoseconds();
    cpu = cpu_seconds();
  }
  if (number + 1 == run.count) sem_post(&finished);
  MQTTAsync_freeMessage(&message);
  MQTTAsync_free(topic);
  return 1;
}

static void publish(MQTTAsync client, void *payload, int qos) {
  MQTTAsync_responseOptions options = MQTTAsync_responseOptions_initializer;
  options.onSuccess = on_published;
  options.onFailure = on_failure;
  // It refuses while too much is buffered.
  while (MQTTAsync_send(client, "bench/t", run.size, payload, qos, 0, &options)) usleep(100);
}

static void publish_all(MQTTAsync client, void *payload) {
  start = nanoseconds();
  cpu = cpu_seconds();
  for (int number = 0; number < run.count; number++) {
    if (run.qos && !run.flood) wait_for(&places);
    publish(client, payload, run.qos);
  }
  if (run.qos == 0) publish(client, payload, 1);
  wait_for(&finished);
}

static void measure_latency(MQTTAsync client, void *payload) {
  start = nanoseconds() + 100000000;
  cpu = cpu_seconds();
  for (int number = 0; number < run.count; number++) {
    wait_until_due(&run, start, number);
    memcpy(payload, &number, sizeof number);
    sent_at[number] = nanoseconds();
    publish(client, payload, run.qos);
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
  if (latency) {
    sent_at = calloc(run.count, sizeof *sent_at);
    answers = calloc(run.count, sizeof *answers);
    arrivals = calloc(run.count, sizeof *arrivals);
  }
  char uri[64];
  snprintf(uri, sizeof uri, "tcp://127.0.0.1:%d", run.port);
  MQTTAsync client;
  if (MQTTAsync_create(&client, uri, "paho-bench", MQTTCLIENT_PERSISTENCE_NONE, NULL)) return 1;
  MQTTAsync_setCallbacks(client, NULL, NULL, on_message, NULL);
  MQTTAsync_connectOptions options = MQTTAsync_connectOptions_initializer;
  options.keepAliveInterval = 60;
  options.cleansession = 1;
  options.maxInflight = run.window;
  options.onSuccess = on_success;
  options.onFailure = on_failure;
  if (MQTTAsync_connect(client, &options)) return 1;
  wait_for(&connected);
  if (subscribe) {
    MQTTAsync_responseOptions response = MQTTAsync_responseOptions_initializer;
    response.onSuccess = on_success;
    response.onFailure = on_failure;
    if (MQTTAsync_subscribe(client, "bench/t", run.qos, &response)) return 1;
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
  fflush(stdout);
  exit(0);
}
