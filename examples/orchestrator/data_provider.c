/* The same as data_provider.py, in C: a simulator of its own gives a run its time and its inputs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static FILE *to_run, *from_run;

/* One call: it returns when the run has done it, with the answer as JSON. */
static const char *call(const char *line) {
  static char answer[65536];
  fprintf(to_run, "%s\n", line);
  fflush(to_run);
  if (fgets(answer, sizeof answer, from_run) == NULL || strncmp(answer, "{\"error\"", 8) == 0) {
    fprintf(stderr, "%s\n", answer);
    exit(1);
  }
  return answer;
}

static void connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  for (int i = 0; i < 600; i++) { /* until the run is there */
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0) break;
    usleep(100000);
  }
  to_run = fdopen(descriptor, "w");
  from_run = fdopen(dup(descriptor), "r");
}

/* The last number of a message in the answer; `otherwise` when there is none. */
static double last_data(const char *answer, double otherwise) {
  for (const char *at = answer; (at = strstr(at, "\"data\":")) != NULL;) otherwise = atof(at += 7);
  return otherwise;
}

int main(int count, char **words) {
  if (count < 3) return 2;
  connect_to(words[1]);
  call("{\"call\":\"subscribe\",\"topic\":\"force\",\"type\":\"std_msgs/msg/Float64\"}");
  double x = 0, v = 0, force = 0;
  for (long step = 1; step <= atol(words[2]); step++) {
    char line[256];
    long ms = step * 20;
    snprintf(line, sizeof line, "{\"call\":\"time\",\"sec\":%ld,\"nanosec\":%ld}", ms / 1000,
             ms % 1000 * 1000000);
    double before = last_data(call(line), force);
    v += (force + (step % 25 == 0 ? 2 : 0) - 0.3 * v) * 0.02;
    x += v * 0.02;
    snprintf(line, sizeof line,
             "{\"call\":\"publish\",\"topic\":\"position\",\"type\":\"std_msgs/msg/Float64\","
             "\"message\":{\"data\":%.17g}}",
             x);
    force = last_data(call(line), before);
    printf("cart %ld %.12f %.12f\n", step, x, force);
  }
  call("{\"call\":\"end\"}");
  return 0;
}
