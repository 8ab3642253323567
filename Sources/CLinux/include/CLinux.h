#pragma once

// What Swift cannot import of Linux: variadic calls, function-like macros, and calls whose headers its
// Glibc module leaves out. Every function returns what the call returns; a failure is -1 with errno set,
// or where that is said, the negative error number.

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// --- Descriptors -------------------------------------------------------------------------------------

/// open(2) with O_CLOEXEC always added.
int clinux_open(const char *path, int flags, unsigned int mode);
/// Makes a descriptor non-blocking.
int clinux_set_nonblocking(int fd);
/// A non-blocking, close-on-exec eventfd.
int clinux_eventfd(void);
/// Whether the descriptor was hung up or has an error, without waiting; the poll(2) revents, or -1.
int clinux_poll_now(int fd, short events);

extern const uint32_t clinux_epoll_in;
extern const uint32_t clinux_epoll_out;
extern const uint32_t clinux_epoll_error;
extern const uint32_t clinux_epoll_hangup;

// --- Clocks ------------------------------------------------------------------------------------------

int64_t clinux_monotonic_nanoseconds(void);
int64_t clinux_wall_milliseconds(void);
/// CLOCK_BOOTTIME: as the monotonic clock, and it goes on while the machine is suspended.
int64_t clinux_boot_nanoseconds(void);
/// A non-blocking, close-on-exec timerfd on the wall clock.
int clinux_wall_timer(void);
/// Arms such a timer so far ahead that it only ever ends because the clock was set (TFD_TIMER_CANCEL_ON_SET):
/// reading it then fails with ECANCELED.
int clinux_arm_wall_timer(int fd);
/// 1 when the kernel says that its clock is synchronised, else 0.
int clinux_clock_is_synchronised(void);

// --- Errors -----------------------------------------------------------------------------------------

/// A constant text for an error number, such as "No such file or directory".
const char *clinux_error_text(int number);

// --- Threads -----------------------------------------------------------------------------------------

/// A number that is different for each thread now alive.
uintptr_t clinux_thread_identity(void);
void clinux_name_thread(const char *name);

// --- Memory ------------------------------------------------------------------------------------------

/// Takes the pages of program and libraries that are only read out of this process; what is needed comes back
/// from the kernel's cache, page by page. Gives free memory of the heap back as well.
void clinux_release_resident_pages(void);

// --- Terminals ---------------------------------------------------------------------------------------

enum clinux_flow_control {
  clinux_flow_none = 0,
  clinux_flow_hardware = 1,
  clinux_flow_software = 2,
};

/// Raw 8N1, CLOCAL|CREAD, no HUPCL, VMIN 1, VTIME 0. EINVAL for a speed that has no constant.
int clinux_tty_configure(int fd, unsigned int baud, enum clinux_flow_control flow);
/// Raw mode and nothing else, for the master's side of a pty.
int clinux_tty_make_raw(int fd);
/// Sets DTR and RTS with one TIOCMSET; -1 in an argument leaves that line as it is.
int clinux_tty_set_lines(int fd, int dtr, int rts);
/// Fetches DTR and RTS: bit 0 DTR, bit 1 RTS; -1 on failure.
int clinux_tty_get_lines(int fd);
int clinux_tty_set_exclusive(int fd, int exclusive);
int clinux_tty_flush(int fd);
/// A new pty master, non-blocking and close-on-exec, with the slave's path in `path`.
int clinux_open_pty(char *path, size_t capacity);

// --- Sockets -----------------------------------------------------------------------------------------

/// A non-blocking, close-on-exec stream socket.
int clinux_stream_socket(int family);
/// accept4(2), non-blocking and close-on-exec.
int clinux_accept(int fd);
/// The pending error of a socket (0 for none).
int clinux_socket_error(int fd);
/// Sends without SIGPIPE.
ssize_t clinux_send(int fd, const void *bytes, size_t count);
/// The socket's own IPv4 or IPv6 address in `bytes` (16 of them); its length, or 0 when it has none.
int clinux_local_address(int fd, uint8_t *bytes);
/// TCP_NODELAY, keep-alive probes every `interval` seconds, TCP_USER_TIMEOUT in milliseconds.
int clinux_tcp_tune(int fd, int interval, unsigned int user_timeout_milliseconds);
/// connect(2) and bind(2) to a path; ENAMETOOLONG for one that does not fit.
int clinux_unix_connect(int fd, const char *path);
int clinux_unix_bind(int fd, const char *path);
int clinux_peer_credentials(int fd, pid_t *pid, uid_t *uid, gid_t *gid);

// --- Names -------------------------------------------------------------------------------------------

/// Has this thread's resolver read its configuration again when the file has changed since the last call; 1
/// when it did.
int clinux_refresh_resolver(void);

// --- Network -----------------------------------------------------------------------------------------

/// A non-blocking, close-on-exec rtnetlink socket that is told of links, addresses and routes.
int clinux_route_socket(void);
/// Sends a request to the kernel.
ssize_t clinux_route_send(int fd, const void *bytes, size_t count);
/// Receives one datagram of the kernel; what other processes send counts as EAGAIN, a longer one as EMSGSIZE.
ssize_t clinux_route_receive(int fd, void *bytes, size_t capacity);
