"""The composition root of the web program: desk, queue, doors and pages are put together here."""

from __future__ import annotations

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp import logs, web
from webapp.core.desk import Desk
from webapp.doors import mcp, redeeming, rest
from webapp.doors.rest_query import RestAddresses
from webapp.doors.sizes import LARGEST_BODY
from webapp.laying import demand_tables, lay_desk
from webapp.settings import Settings
from webapp.worker import Queue


def create_app(desk: Desk) -> Flask:
    """Make the web program: the doors for agents and the pages for people.

    Args:
        desk: laid by `webapp.laying`.
    """
    app = Flask("webapp")
    settings = desk.settings
    app.config.update(
        SECRET_KEY=settings.secret_key,
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        MAX_FORM_MEMORY_SIZE=LARGEST_BODY,
        # A browser takes a cookie of this name only over https, for this host alone, and from nobody below it.
        SESSION_COOKIE_NAME="__Host-sayso" if settings.secure_cookies else "sayso",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.secure_cookies,
    )
    app.extensions["sayso.desk"] = desk
    if settings.trusted_proxies:
        hops = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    app.wsgi_app = RestAddresses(app.wsgi_app)  # type: ignore[method-assign]
    doors = [mcp.blueprint, rest.blueprint, redeeming.blueprint]
    for door in doors:
        app.register_blueprint(door)
    web.register(app, doors)
    return app


def from_environment() -> Flask:
    """Make the web program as the environment says; what a WSGI server is pointed at.

    Raises:
        Refusal: `respira_other_tables`.
    """
    logs.set_up()
    settings = Settings.from_environment()
    demand_tables(settings)
    return create_app(lay_desk(settings, Queue(settings.database_url).wake))
