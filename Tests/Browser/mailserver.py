"""A third-party mail server (aiosmtpd) in its own process. It writes a line of JSON to standard
output for each message, as Python's MIME library reads it. The first line has its port. It ends when
its standard input does.

The address of the sender or the recipient selects its reply:

    550.ada@example.com          always 550
    450.once.ada@example.com     450 the first time
    554.data.ada@example.com     554 to the message itself
    hold.ada@example.com         nothing, to the message itself
"""

import argparse
import asyncio
import contextlib
import email
import email.header
import email.policy
import email.utils
import json
import logging
import ssl
import subprocess
import sys
import warnings

from aiosmtpd.smtp import SMTP, AuthResult


class Handler:
    def __init__(self):
        self.seen = set()

    def reply(self, address, place):
        words = address.split("@")[0].split(".")
        if not words[0].isdigit() or ("data" in words) != (place == "data"):
            return None
        if "once" in words and address in self.seen:
            return None
        self.seen.add(address)
        return f"{words[0]} as it was asked to"

    async def handle_MAIL(self, server, session, envelope, address, options):
        if reply := self.reply(address, "envelope"):
            return reply
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        if reply := self.reply(address, "envelope"):
            return reply
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if reply := self.reply(envelope.rcpt_tos[0], "data"):
            return reply
        say({**read(session, envelope), "isEncrypted": is_encrypted(server)})
        if envelope.rcpt_tos[0].startswith("hold."):
            await asyncio.sleep(3_600)
        return "250 OK"


def read(session, envelope):
    message = email.message_from_bytes(envelope.original_content, policy=email.policy.default)
    parts = {part.get_content_type(): part for part in message.walk() if not part.is_multipart()}
    sender = message["From"].addresses[0]
    return {
        "sender": envelope.mail_from,
        "recipients": envelope.rcpt_tos,
        "helo": session.host_name,
        "user": session.auth_data.decode() if session.auth_data else None,
        "fromName": name_of(envelope),
        "from": sender.addr_spec,
        "to": str(message["To"]),
        "subject": message["Subject"],
        "id": message["Message-ID"],
        "date": message["Date"].datetime.isoformat(),
        "type": message.get_content_type(),
        "texts": {
            kind: part.get_content().replace("\r\n", "\n") for kind, part in parts.items()
        },
        "defects": [repr(each) for part in message.walk() for each in defects(part)],
        "longest": max(len(line) for line in envelope.original_content.split(b"\r\n")),
    }


def name_of(envelope):
    """Returns the sender's name as RFC 2047 has it: the newer reader keeps the white space between
    two encoded words."""
    field = email.message_from_bytes(envelope.original_content)["From"]
    return str(email.header.make_header(email.header.decode_header(email.utils.parseaddr(field)[0])))


def is_encrypted(server):
    return server.transport.get_extra_info("ssl_object") is not None


def defects(part):
    return [*part.defects, *(each for field in part.values() for each in field.defects)]


def say(value):
    print(json.dumps(value), flush=True)


class Running:
    """The server as a process, for tests in Python."""

    def __init__(self, process):
        self.process = process
        self.port = self.next()["port"]

    def next(self):
        """Waits for the next message, and returns it."""
        return json.loads(self.process.stdout.readline())


@contextlib.contextmanager
def running(*options):
    with subprocess.Popen(
        [sys.executable, __file__, *options],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:
        yield Running(process)
        process.stdin.close()


async def serve(options):
    # Passwords over unencrypted connections are intended here.
    warnings.simplefilter("ignore")
    logging.getLogger("mail.log").setLevel(logging.ERROR)
    handler = Handler()
    context = None
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)

    def authenticate(server, session, envelope, mechanism, login):
        user = login.login.decode()
        if [user, login.password.decode()] == options.login:
            return AuthResult(success=True, auth_data=login.login)
        return AuthResult(success=False, handled=False)

    def connection():
        return SMTP(
            handler, hostname="mail.example", loop=asyncio.get_running_loop(),
            tls_context=context if options.tls == "starttls" else None,
            require_starttls=options.tls == "starttls",
            authenticator=authenticate if options.login else None,
            auth_required=bool(options.login), auth_require_tls=False,
        )

    server = await asyncio.get_running_loop().create_server(
        connection, "127.0.0.1", 0, ssl=context if options.tls == "tls" else None
    )
    say({"port": server.sockets[0].getsockname()[1]})
    await asyncio.to_thread(sys.stdin.read)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tls", choices=["starttls", "tls", "none"], default="none")
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    parser.add_argument("--login", nargs=2, metavar=("USER", "PASSWORD"))
    try:
        asyncio.run(serve(parser.parse_args()))
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
