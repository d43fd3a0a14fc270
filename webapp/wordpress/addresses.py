"""Where we may connect to.

A person types the address of a site, so the address could point into the network Sayso runs in. Every
host name is resolved here, checked, and the connection goes to the very address that was checked: a name
that answers differently the second time cannot get round. This module sends no request of its own.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
from functools import cache
from types import TracebackType

import httpx

from webapp.errors import Refusal

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

# Where clouds give a machine its credentials, besides the link-local addresses: Oracle, Amazon over IPv6, Alibaba.
_CREDENTIALS = frozenset(map(ipaddress.ip_address, ("192.0.0.192", "fd00:ec2::254", "100.100.100.200")))
# IPv6 networks whose last 32 bits are an IPv4 address that a gateway, or the system, connects to in our place. The
# loopback and the empty address lie in the last of them and stand for 0.0.0.1 and 0.0.0.0, which are as forbidden.
_TRANSLATED = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "::ffff:0:0:0/96", "::/96")))
# Where a network has translators of its own (RFC 8215). They may put the IPv4 address behind 48, 56, 64 or 96 bits,
# around the empty byte at bit 64 (RFC 6052, 2.2), and which it is can not be seen: all of it counts as private.
_TRANSLATED_HERE = ipaddress.ip_network("64:ff9b:1::/48")
_IPV4_BYTES = ((6, 7, 9, 10), (7, 9, 10, 11), (9, 10, 11, 12), (12, 13, 14, 15))


def check_url(url: str) -> httpx.URL:
    """Return the URL, parsed, if its form is one we connect to.

    Raises:
        Refusal: respira_address_not_allowed, when it is not http or https, carries a user name or password,
            or names no host.
    """
    try:
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, ValueError) as fault:
        raise _refusal("This is not a web address.") from fault
    if parsed.scheme not in ("http", "https"):
        raise _refusal("Only http and https addresses can be used.")
    if parsed.userinfo:
        raise _refusal("The address must not carry a user name or password.")
    if not parsed.host:
        raise _refusal("The address names no host.")
    return parsed


def resolve(host: str, port: int) -> list[IPAddress]:
    """Return the addresses a host name stands for, in the order the system prefers.

    Raises:
        OSError: the name is not known, or the resolver does not answer.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(ipaddress.ip_address(entry[4][0]) for entry in found))


def is_public(address: IPAddress) -> bool:
    """Return whether the address is one of the open internet's, seen through any IPv4-in-IPv6 wrapping."""
    if address in _TRANSLATED_HERE:
        return False
    inner = _unwrapped(address)
    # Python counts the site-local addresses of IPv6, which are private, among the global ones.
    local = isinstance(inner, ipaddress.IPv6Address) and inner.is_site_local
    return inner.is_global and not inner.is_multicast and not inner.is_reserved and not local


def may_connect(address: IPAddress, *, allow_private: bool) -> bool:
    """Return whether we may connect to the address.

    Link-local addresses, and others like them, stay forbidden even where private ones are allowed: no site lives
    there, but the credentials of cloud machines do.
    """
    inner = _unwrapped(address)
    if inner.is_unspecified or any(map(_is_no_site, (inner, *_perhaps_meant(address)))):
        return False
    return allow_private or is_public(address)


def stands_on_private_network(url: httpx.URL) -> bool:
    """Return whether the host of the URL resolves, and none of its addresses is public."""
    try:
        addresses = resolve(_name(url), _port(url))
    except OSError:
        return False
    return not any(is_public(address) for address in addresses)


class PinnedTransport(httpx.BaseTransport):
    """Carries requests to addresses that were checked, and to no other.

    Args:
        allow_private: whether loopback and private networks may be reached.
        keep_alive: how many seconds an idle connection is kept; below the 5 seconds after which common web
            servers drop one, so that a write is not lost on a connection that is just being closed.
    """

    def __init__(self, *, allow_private: bool, keep_alive: float = 2.0) -> None:
        self._allow_private = allow_private
        self._limits = httpx.Limits(keepalive_expiry=keep_alive)
        self._by_host: dict[tuple[str, str], httpx.HTTPTransport] = {}
        self._worked_last: dict[str, IPAddress] = {}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request to the checked address of its host, trying each address until one takes it.

        Raises:
            Refusal: respira_address_not_allowed, when no address of the host may be connected to.
            httpx.TransportError: as any transport.
        """
        check_url(str(request.url))
        failure: httpx.TransportError | None = None
        for address in self._allowed(request.url):
            try:
                answer = self._carrier(request.url).handle_request(_addressed(request, address))
            except (httpx.ConnectError, httpx.ConnectTimeout) as fault:
                failure = fault
            else:
                self._worked_last[request.url.host] = address
                return answer
        raise failure or httpx.ConnectError("The host name has no address.")

    def _allowed(self, url: httpx.URL) -> list[IPAddress]:
        try:
            known = resolve(_name(url), _port(url))
        except (OSError, UnicodeError) as fault:
            raise httpx.ConnectError(f"The host name cannot be looked up: {fault}") from fault
        allowed = [one for one in known if may_connect(one, allow_private=self._allow_private)]
        if known and not allowed:
            if self._allow_private:
                raise _refusal("This address belongs to no web site: it is link-local, multicast or empty.")
            raise Refusal("respira_address_not_allowed")
        # The address that took the last connection goes first, so that the connection is used again and a
        # dead one is not waited for at every call.
        return sorted(allowed, key=lambda one: one != self._worked_last.get(url.host))

    def _carrier(self, url: httpx.URL) -> httpx.HTTPTransport:
        # One pool for each name: two names on one address must not share a connection whose certificate
        # was checked for only one of them.
        key = (url.scheme, url.host)
        if key not in self._by_host:
            self._by_host[key] = httpx.HTTPTransport(verify=_trust(url.scheme), limits=self._limits)
        return self._by_host[key]

    def close(self) -> None:
        """Close every connection."""
        for carrier in self._by_host.values():
            carrier.close()
        self._by_host.clear()

    def __exit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc_value: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        self.close()


@cache
def authorities() -> ssl.SSLContext:
    """Return the certificate authorities we trust, read once: it takes 45 ms.

    The file named by SSL_CERT_FILE takes the place of the usual ones, for networks with their own authority.
    """
    return httpx.create_ssl_context()


def _trust(scheme: str) -> ssl.SSLContext:
    # Plain http never looks at certificates, so it need not wait for them.
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if scheme == "http" else authorities()


def _addressed(request: httpx.Request, address: IPAddress) -> httpx.Request:
    return httpx.Request(
        request.method,
        request.url.copy_with(host=str(address)),
        headers=request.headers,
        stream=request.stream,
        extensions={**request.extensions, "sni_hostname": _name(request.url)},
    )


def _is_no_site(address: IPAddress) -> bool:
    return address in _CREDENTIALS or address.is_link_local or address.is_multicast


def _perhaps_meant(address: IPAddress) -> list[IPAddress]:
    """Return each IPv4 address that a translator of this network may connect to for this one."""
    if address not in _TRANSLATED_HERE:
        return []
    return [ipaddress.IPv4Address(bytes(address.packed[at] for at in places)) for places in _IPV4_BYTES]


def _unwrapped(address: IPAddress) -> IPAddress:
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if any(address in network for network in _TRANSLATED):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo[1] if address.teredo else None
    return address.ipv4_mapped or address.sixtofour or teredo or address


def _name(url: httpx.URL) -> str:
    return url.raw_host.decode("ascii").strip("[]")


def _port(url: httpx.URL) -> int:
    return url.port or (443 if url.scheme == "https" else 80)


def _refusal(sentence: str) -> Refusal:
    return Refusal("respira_address_not_allowed", sentence, hint="Check the address of the site.")
