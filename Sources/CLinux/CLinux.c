#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <resolv.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

const uint32_t clinux_epoll_in = EPOLLIN;
const uint32_t clinux_epoll_out = EPOLLOUT;
const uint32_t clinux_epoll_error = EPOLLERR;
const uint32_t clinux_epoll_hangup = EPOLLHUP;

int clinux_open(const char *path, int flags, unsigned int mode) {
  return open(path, flags | O_CLOEXEC, (mode_t)mode);
}

int clinux_set_nonblocking(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags < 0 ? -1 : fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

int clinux_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int clinux_poll_now(int fd, short events) {
  struct pollfd entry = {.fd = fd, .events = events};
  int count = poll(&entry, 1, 0);
  return count < 0 ? -1 : count == 0 ? 0 : entry.revents;
}

int64_t clinux_monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clinux_wall_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t clinux_boot_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int clinux_wall_timer(void) { return timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC); }

int clinux_arm_wall_timer(int fd) {
  struct itimerspec never = {.it_value = {.tv_sec = INT32_MAX}};
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  // A timer in the past would end at once, and go on doing so.
  if (sizeof(time_t) > 4 || now.tv_sec >= INT32_MAX - 86400) never.it_value.tv_sec = now.tv_sec + INT32_MAX;
  return timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
}

int clinux_clock_is_synchronised(void) {
  struct timex state = {.modes = 0};
  int result = adjtimex(&state);
  return result >= 0 && result != TIME_ERROR && !(state.status & STA_UNSYNC);
}

const char *clinux_error_text(int number) {
  const char *text = strerrordesc_np(number);
  return text ? text : "unknown error";
}

uintptr_t clinux_thread_identity(void) { return (uintptr_t)pthread_self(); }

void clinux_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

static const struct {
  unsigned int baud;
  speed_t speed;
} speeds[] = {
    {9600, B9600},     {19200, B19200},   {38400, B38400},   {57600, B57600},
    {115200, B115200}, {230400, B230400}, {460800, B460800}, {500000, B500000},
    {576000, B576000}, {921600, B921600}, {1000000, B1000000},
};

int clinux_tty_configure(int fd, unsigned int baud, enum clinux_flow_control flow) {
  struct termios settings;
  if (tcgetattr(fd, &settings) < 0) return -1;
  cfmakeraw(&settings);
  settings.c_cflag &= (tcflag_t) ~(CSTOPB | HUPCL | CRTSCTS);
  settings.c_cflag |= CLOCAL | CREAD;
  settings.c_iflag &= (tcflag_t) ~(IXON | IXOFF | IXANY | INPCK);
  if (flow == clinux_flow_hardware) settings.c_cflag |= CRTSCTS;
  if (flow == clinux_flow_software) settings.c_iflag |= IXON | IXOFF;
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  for (size_t index = 0; index < sizeof(speeds) / sizeof(speeds[0]); index++) {
    if (speeds[index].baud != baud) continue;
    cfsetispeed(&settings, speeds[index].speed);
    cfsetospeed(&settings, speeds[index].speed);
    return tcsetattr(fd, TCSANOW, &settings);
  }
  errno = EINVAL;
  return -1;
}

int clinux_tty_make_raw(int fd) {
  struct termios settings;
  if (tcgetattr(fd, &settings) < 0) return -1;
  cfmakeraw(&settings);
  return tcsetattr(fd, TCSANOW, &settings);
}

int clinux_tty_set_lines(int fd, int dtr, int rts) {
  int lines;
  if (ioctl(fd, TIOCMGET, &lines) < 0) return -1;
  if (dtr >= 0) lines = dtr ? lines | TIOCM_DTR : lines & ~TIOCM_DTR;
  if (rts >= 0) lines = rts ? lines | TIOCM_RTS : lines & ~TIOCM_RTS;
  return ioctl(fd, TIOCMSET, &lines);
}

int clinux_tty_get_lines(int fd) {
  int lines;
  if (ioctl(fd, TIOCMGET, &lines) < 0) return -1;
  return (lines & TIOCM_DTR ? 1 : 0) | (lines & TIOCM_RTS ? 2 : 0);
}

int clinux_tty_set_exclusive(int fd, int exclusive) {
  return ioctl(fd, exclusive ? TIOCEXCL : TIOCNXCL);
}

int clinux_tty_flush(int fd) { return tcflush(fd, TCIOFLUSH); }

int clinux_open_pty(char *path, size_t capacity) {
  int fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return -1;
  int failure = 0;
  if (grantpt(fd) < 0 || unlockpt(fd) < 0) failure = errno;
  if (!failure) failure = ptsname_r(fd, path, capacity);
  if (!failure) return fd;
  close(fd);
  errno = failure;
  return -1;
}

int clinux_stream_socket(int family) {
  return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

int clinux_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }

int clinux_socket_error(int fd) {
  int failure = 0;
  socklen_t length = sizeof failure;
  return getsockopt(fd, SOL_SOCKET, SO_ERROR, &failure, &length) < 0 ? errno : failure;
}

ssize_t clinux_send(int fd, const void *bytes, size_t count) {
  return send(fd, bytes, count, MSG_NOSIGNAL);
}

int clinux_local_address(int fd, uint8_t *bytes) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  if (getsockname(fd, (struct sockaddr *)&address, &length) < 0) return 0;
  if (address.ss_family == AF_INET) {
    memcpy(bytes, &((struct sockaddr_in *)&address)->sin_addr, 4);
    return 4;
  }
  if (address.ss_family != AF_INET6) return 0;
  memcpy(bytes, &((struct sockaddr_in6 *)&address)->sin6_addr, 16);
  return 16;
}

int clinux_tcp_tune(int fd, int interval, unsigned int user_timeout_milliseconds) {
  int on = 1, probes = 3;
  if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) < 0) return -1;
  if (setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on) < 0) return -1;
  if (setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &interval, sizeof interval) < 0) return -1;
  if (setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval) < 0) return -1;
  if (setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes) < 0) return -1;
  return setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &user_timeout_milliseconds,
                    sizeof user_timeout_milliseconds);
}

static socklen_t unix_address(struct sockaddr_un *address, const char *path) {
  size_t length = strlen(path);
  if (length == 0 || length >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return 0;
  }
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, path, length);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}

int clinux_unix_connect(int fd, const char *path) {
  struct sockaddr_un address;
  socklen_t length = unix_address(&address, path);
  return length ? connect(fd, (struct sockaddr *)&address, length) : -1;
}

int clinux_unix_bind(int fd, const char *path) {
  struct sockaddr_un address;
  socklen_t length = unix_address(&address, path);
  return length ? bind(fd, (struct sockaddr *)&address, length) : -1;
}

int clinux_peer_credentials(int fd, pid_t *pid, uid_t *uid, gid_t *gid) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
  *pid = credentials.pid;
  *uid = credentials.uid;
  *gid = credentials.gid;
  return 0;
}

int clinux_refresh_resolver(void) {
  static _Thread_local struct stat known;
  static _Thread_local int is_known;
  struct stat now;
  if (stat("/etc/resolv.conf", &now) < 0) memset(&now, 0, sizeof now);
  int has_changed = is_known && (now.st_ino != known.st_ino || now.st_dev != known.st_dev ||
                                 now.st_size != known.st_size || now.st_mtim.tv_sec != known.st_mtim.tv_sec ||
                                 now.st_mtim.tv_nsec != known.st_mtim.tv_nsec);
  known = now;
  is_known = 1;
  if (has_changed) res_init();
  return has_changed;
}

int clinux_route_socket(void) {
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (fd < 0) return -1;
  struct sockaddr_nl address = {
      .nl_family = AF_NETLINK,
      .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE |
                   RTMGRP_IPV6_ROUTE,
  };
  if (bind(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
  int failure = errno;
  close(fd);
  errno = failure;
  return -1;
}

ssize_t clinux_route_send(int fd, const void *bytes, size_t count) {
  struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
  return sendto(fd, bytes, count, 0, (struct sockaddr *)&kernel, sizeof kernel);
}

ssize_t clinux_route_receive(int fd, void *bytes, size_t capacity) {
  struct sockaddr_nl sender = {0};
  struct iovec piece = {.iov_base = bytes, .iov_len = capacity};
  struct msghdr message = {
      .msg_name = &sender, .msg_namelen = sizeof sender, .msg_iov = &piece, .msg_iovlen = 1};
  ssize_t count = recvmsg(fd, &message, 0);
  if (count < 0) return -1;
  if (sender.nl_pid != 0 || message.msg_flags & MSG_TRUNC) {
    errno = sender.nl_pid != 0 ? EAGAIN : EMSGSIZE;
    return -1;
  }
  return count;
}
