"""``livingstone-ai warmup``: compiles everything ahead of time, and says where it is kept."""

import click

from livingstone.cli.options import json_option


@click.command()
@json_option
def command(as_json: bool) -> None:
    """Compile everything once, ahead of time.

    Compiled code is kept for this user (the folder is printed; LIVINGSTONE_CACHE_DIR names another one).
    A changed version, processor or compiler option gets a folder of its own.
    """
    from livingstone.cli.compiling import compile_all

    done = compile_all()
    if as_json:
        from livingstone.engine.codec import dumps

        shown = {
            "seconds": round(done.seconds, 2),
            "was_warm": done.was_warm,
            "folder": done.folder,
            "reason": done.reason or None,
        }
        click.echo(dumps(shown))
    elif done.folder is None:
        click.echo(f"Compiled in {done.seconds:.1f} s, but nowhere to keep it: {done.reason}.")
    else:
        ready = (
            f"Ready: was compiled before (loaded in {done.seconds:.1f} s)."
            if done.was_warm
            else (f"Compiled in {done.seconds:.1f} s.")
        )
        click.echo(f"{ready}\nKept in {done.folder}")
