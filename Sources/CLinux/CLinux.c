#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
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
