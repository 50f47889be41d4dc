"""The shell of every page: one self-contained HTML file that asks the network for nothing.

Style and script stand in the file and are allowed by their hashes alone (Content-Security-Policy), so that a
name or note of a stranger could not run even if a template forgot to escape it.
"""

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from livingstone.engine.codec import dumps
from livingstone.engine.errors import LivingstoneError

if TYPE_CHECKING:
    from jinja2 import Environment

_SHELL_STYLE: Final = "page.css"


def page(
    template: str,
    *,
    title: str,
    styles: Sequence[str] = (),
    scripts: Sequence[str] = (),
    data: object = None,
    **values: object,
) -> str:
    """A whole page as HTML.

    Args:
        template: a file of ``templates`` that extends ``page.html``.
        title: of the tab.
        styles: style sheets of ``templates`` that follow the shell's own.
        scripts: scripts of ``templates``, joined in this order into one strict script.
        data: plain values for the script, which finds them as JSON in the element ``data``.
        values: what else the template shows; everything is escaped.

    Raises:
        LivingstoneError: when jinja2 is not installed.
    """
    environment = _environment()
    style = _joined(environment, (_SHELL_STYLE, *styles))
    script = _joined(environment, scripts)
    return environment.get_template(template).render(
        title=title,
        policy=_policy(style, script),
        style=style,
        script=script,
        data=None if data is None else script_json(data),
        **values,
    )


def script_json(value: object) -> str:
    """JSON that can stand in a script element: no ``<`` could end the element or begin a comment."""
    return dumps(value).decode().replace("<", "\\u003c")


@cache
def _environment() -> "Environment":
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError:
        message = "an HTML page needs jinja2, which is not installed: pip install 'livingstone-ai[report]'"
        raise LivingstoneError(message) from None
    return Environment(
        loader=PackageLoader("livingstone.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _joined(environment: "Environment", names: Sequence[str]) -> str:
    """The sources of ``templates`` one after the other, as they are: nothing in them is a template's."""
    loader: Any = environment.loader
    return "".join(loader.get_source(environment, name)[0] for name in names)


def _policy(style: str, script: str) -> str:
    return "; ".join(
        (
            "default-src 'none'",
            "img-src data:",
            f"style-src {_hash(style)}",
            f"script-src {_hash(script)}" if script else "script-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _hash(text: str) -> str:
    """The source expression of CSP for an inline element with this text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
