/// What `gatehouse mqtt --help` prints.
package enum MQTTCommandHelp {
  package static let text = """
    usage: gatehouse mqtt pub -t TOPIC (-m TEXT | -f FILE | -l | -s | -n) [OPTION ...]
           gatehouse mqtt sub -t FILTER [-t FILTER ...] [OPTION ...]
           gatehouse mqtt bench pub|sub|latency [OPTION ...]

    \(connection)

    pub:
      -t, --topic TOPIC           where to publish
      -m, --message TEXT          what to publish
      -f, --file FILE             the same from a file
      -s, --stdin-file            the same from standard input, all of it
      -l, --stdin-line            each line of standard input is a message
      -n, --null-message          a message without a payload
      -q, --qos 0|1|2             default 0
      -r, --retain                the broker keeps it for later subscribers
          --repeat N              so many times, with --repeat-delay SECONDS in between
          --confirm               with --store: print the number of each message when it is durable
      Ends when the broker has taken everything; with QoS 1 and 2 that is when it has said so.

    sub:
      -t, --topic FILTER          what to show; may be repeated
      -T, --filter-out FILTER     what not to show; may be repeated
      -U, --unsubscribe FILTER    what a session that is kept shall no longer get; may be repeated
      -q, --qos 0|1|2             the highest QoS; default 0
      -C, --count N               end after N messages
      -v, --verbose               the topic before each message
      -F, --format TEXT           how a message is shown; see below
      -N, --no-newline            no line feed behind a message
      -R, --no-retained           no retained messages;  --retained-only  nothing else
      -E, --exit-after-subscribe  end when the subscriptions are made
      -o, --output FILE           with --store: each message once in FILE, whatever is killed meanwhile
      A message is acknowledged when it has been written.

      Fields of --format:
    \(fields)

    bench:
      -C, --count N               messages (10000);  --size BYTES of a payload (64);  -q, --qos 0|1|2
          --window N              unanswered messages at once (16);  --flood  hand over all of them at once
          --rate N                messages a second, for latency (200)
      Prints one JSON object; `sub` prints `ready` first, when it is subscribed.

    Exit codes: 0 ok, 1 failed, 2 wrong usage, 27 the time of -W is over.
    """

  private static let connection = """
      -h, --host HOST             default localhost
      -p, --port PORT             default 1883, with TLS 8883
      -L, --url URL               mqtt://, mqtts:// or unix: in place of host and port
          --unix PATH             a Unix socket
      -i, --id NAME               client identifier; default: the broker gives one
      -k, --keepalive SECONDS     default 60
      -V, --protocol-version 311
      -c, --disable-clean-session keep the session between runs; needs --id
          --store DIRECTORY       keep it durably on this side too: what was accepted survives a crash
      -u, --username NAME         and the password by --password-file FILE, or by -P, --pw TEXT, which
                                  everybody on this machine can see
          --cafile FILE           TLS with these authorities
          --cert FILE --key FILE  our own certificate
          --server-name NAME      the name that the broker's certificate has to bear
          --alpn NAME[,NAME]      what to offer by ALPN
          --will-topic TOPIC      what the broker publishes if we vanish; --will-payload TEXT, --will-qos N,
                                  --will-retain
      -W, --timeout SECONDS       end after this time
          --retry                 go on trying when the first connection fails
      -d, --debug  --quiet        more and fewer words on standard error
    """

  private static var fields: String {
    MessageFormat.fields.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
  }
}
