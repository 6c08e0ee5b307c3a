/* SPDX-License-Identifier: Apache-2.0
 * A network namespace with one TUN device, for as long as this process lives.
 *   tun_relay ADDRESS MASK MTU  makes them; then packets travel as frames (length as 2 bytes, big-endian; packet)
 *                               from the device to standard output and from standard input to the device
 *   tun_relay --join PID WORD…  runs a command in the namespace of such a process
 * The namespace has no name, so nothing of it is left when its processes are gone. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <net/route.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_PACKET = 65535 };

static void fail(const char *what) {
  fprintf(stderr, "%s: %s\n", what, strerror(errno));
  exit(1);
}

static void put(const char *path, const char *text) {
  int file = open(path, O_WRONLY);
  if (file < 0 || write(file, text, strlen(text)) < 0) fail(path);
  close(file);
}

/* Root makes a network namespace as it is; others need a user namespace around it. */
static void separate(void) {
  unsigned user = getuid(), group = getgid();
  char map[64];
  if (unshare(CLONE_NEWNET) == 0) return;
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) fail("a network namespace (root or user namespaces)");
  put("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "0 %u 1", user);
  put("/proc/self/uid_map", map);
  snprintf(map, sizeof map, "0 %u 1", group);
  put("/proc/self/gid_map", map);
}

static void raise_flags(int socket, const char *device, int flags) {
  struct ifreq request = {0};
  strncpy(request.ifr_name, device, IFNAMSIZ - 1);
  if (ioctl(socket, SIOCGIFFLAGS, &request) != 0) fail(device);
  request.ifr_flags |= flags;
  if (ioctl(socket, SIOCSIFFLAGS, &request) != 0) fail(device);
}

static struct sockaddr internet(const char *address) {
  struct sockaddr_in in = {.sin_family = AF_INET};
  struct sockaddr any;
  if (inet_pton(AF_INET, address, &in.sin_addr) != 1) fail("an IPv4 address is needed");
  memcpy(&any, &in, sizeof any);
  return any;
}

static int open_device(const char *address, const char *mask, int mtu) {
  struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
  struct rtentry route = {.rt_flags = RTF_UP, .rt_dev = "tun0"};
  int device = open("/dev/net/tun", O_RDWR);
  int control = socket(AF_INET, SOCK_DGRAM, 0);
  if (device < 0) fail("/dev/net/tun");
  strcpy(request.ifr_name, "tun0");
  if (ioctl(device, TUNSETIFF, &request) != 0) fail("a TUN device");
  request.ifr_addr = internet(address);
  if (ioctl(control, SIOCSIFADDR, &request) != 0) fail("the address of the TUN device");
  request.ifr_netmask = internet(mask);
  if (ioctl(control, SIOCSIFNETMASK, &request) != 0) fail("the netmask of the TUN device");
  request.ifr_mtu = mtu;
  if (ioctl(control, SIOCSIFMTU, &request) != 0) fail("the MTU of the TUN device");
  raise_flags(control, "lo", IFF_UP);
  raise_flags(control, "tun0", IFF_UP | IFF_MULTICAST);
  /* Everything goes there, multicast too. */
  route.rt_dst = route.rt_genmask = internet("0.0.0.0");
  if (ioctl(control, SIOCADDRT, &route) != 0) fail("the route to the TUN device");
  close(control);
  return device;
}

static void write_all(const uint8_t *from, size_t size) {
  while (size > 0) {
    ssize_t count = write(STDOUT_FILENO, from, size);
    if (count <= 0) exit(0);
    from += count;
    size -= count;
  }
}

static void send_frame(uint8_t *frame, size_t size) {
  frame[0] = size >> 8;
  frame[1] = size;
  write_all(frame, size + 2);
}

static void relay(int device) {
  static uint8_t out[2 + MAX_PACKET], in[2 * (2 + MAX_PACKET)];
  size_t have = 0;
  struct pollfd ready[] = {{device, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
  send_frame(out, 0); /* The device is there. */
  while (poll(ready, 2, -1) > 0 || errno == EINTR) {
    if (ready[0].revents & POLLIN) {
      ssize_t count = read(device, out + 2, MAX_PACKET);
      if (count > 0 && out[2] >> 4 == 4) send_frame(out, count);
    }
    if (ready[1].revents & (POLLIN | POLLHUP)) {
      ssize_t count = read(STDIN_FILENO, in + have, sizeof in - have);
      size_t at = 0, size;
      if (count <= 0) exit(0);
      have += count;
      for (; have - at >= 2 && have - at >= 2 + (size = in[at] << 8 | in[at + 1]); at += 2 + size) {
        /* The kernel refuses what is not a packet; that is a packet lost. */
        if (write(device, in + at + 2, size) < 0) continue;
      }
      memmove(in, in + at, have -= at);
    }
  }
}

static void join(const char *pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%s/ns/user", pid);
  int user = open(path, O_RDONLY);
  snprintf(path, sizeof path, "/proc/%s/ns/net", pid);
  int net = open(path, O_RDONLY);
  if (net < 0) fail(path);
  /* Fails harmlessly where both are in the same user namespace. */
  if (geteuid() != 0 && user >= 0) setns(user, CLONE_NEWUSER);
  if (setns(net, CLONE_NEWNET) != 0) fail("the namespace cannot be entered");
}

/* A user namespace brings new rights, and those end the arrangement: it is made anew after each change. */
static void die_with_parent(int how) { prctl(PR_SET_PDEATHSIG, how); }

/* The command has a process group of its own with this process, so what it started ends, too. */
static void end_group(int signal) {
  (void)signal;
  kill(0, SIGKILL);
}

static int run(char **command) {
  int status = 0;
  setpgid(0, 0);
  signal(SIGTERM, end_group);
  die_with_parent(SIGTERM);
  pid_t child = fork();
  if (child == 0) {
    signal(SIGTERM, SIG_DFL);
    execvp(command[0], command);
    fail(command[0]);
  }
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int count, char **words) {
  if (count > 3 && strcmp(words[1], "--join") == 0) {
    join(words[2]);
    return run(words + 3);
  }
  if (count != 4) return 2;
  die_with_parent(SIGKILL);
  separate();
  die_with_parent(SIGKILL);
  relay(open_device(words[1], words[2], atoi(words[3])));
  return 0;
}
