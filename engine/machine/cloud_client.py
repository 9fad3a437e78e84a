"""Keeps the client of LanceDB's cloud out of our processes.

LanceDB imports `lance_namespace_urllib3_client` at its start: hundreds of modules that describe requests to a server,
and urllib3, which opens an IPv6 socket to see whether it can. Nothing local uses any of it, and it makes 1.5 s of the
2.5 s that importing LanceDB takes (measured with 0.40.0). An empty stand-in spares both.
"""

from __future__ import annotations

from engine.stand_in import stand_in_for


def leave_out_cloud_client() -> None:
    """Call before LanceDB is imported for the first time; later calls do nothing."""
    stand_in_for("lance_namespace_urllib3_client")
