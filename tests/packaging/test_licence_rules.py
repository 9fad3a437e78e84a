"""What may be inside the built program, and what ends the build."""

from __future__ import annotations

from typing import Any

import pytest
from bill_of_materials import BillRefused, Component, check, cyclonedx, page
from licence_rules import is_allowed


@pytest.mark.parametrize("licence", [
    "MIT", "Apache-2.0", "MIT OR GPL-3.0-only", "(MIT OR Apache-2.0) AND Unicode-3.0", "LGPL-3.0-only", "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only",
    "GPL-3.0-or-later WITH GCC-exception-3.1", "GPL-2.0-or-later WITH Bootloader-exception", "BSD-3-Clause, Apache-2.0, dependency licenses",
    "GNU Lesser General Public License v2 or later (LGPLv2+)", "MIT OR Apache-2.0 OR LGPL-2.1-or-later", "Mozilla Public License 2.0 (MPL 2.0)",
    "MIT/Apache-2.0", "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
])
def test_allowed(licence: str) -> None:
    assert is_allowed(licence)


@pytest.mark.parametrize("licence", [
    "", "  ", "GPL-3.0-only", "GPL-2.0-or-later", "AGPL-3.0-only", "MIT AND GPL-3.0-only", "(MIT AND GPL-2.0-only) OR AGPL-3.0-only",
    "GNU General Public License v3 (GPLv3)", "GNU Affero General Public License v3", "Apache-2.0; GPL-2.0-only", "GPL-3.0-only WITH some-exception",
    "SSPL-1.0", "GPLv2",
])
def test_not_allowed(licence: str) -> None:
    assert not is_allowed(licence)


def component(licence: str = "MIT", **more: Any) -> Component:
    return Component("thing", "1.0", licence, **{"texts": {"LICENSE": "text"}, **more})


def test_the_build_ends_at_what_may_not_be_inside() -> None:
    check([component()])
    crate = {"name": "crate", "version": "1", "licenses": [{"expression": "AGPL-3.0-only"}]}
    for wrong, words in (
        (component("GPL-3.0-only"), "GPL-3.0-only"), (component(""), "thing"), (component(texts={}), "no licence text"),
        (component(parts=[crate]), "crate"), (component(parts=[{"name": "c", "licenses": [{"license": {"id": "GPL-2.0-only"}}]}]), "holds c"),
    ):
        with pytest.raises(BillRefused, match=words):
            check([component(), wrong])


def test_the_bill_and_the_page_hold_every_component_and_each_text_once(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("bill_of_materials.WORK", tmp_path)
    (tmp_path / "revision.json").write_text('{"revision": "abc", "time": 86400}')
    made = [component(), Component("other", "2", "Apache-2.0 OR MIT", texts={"COPYING": "text", "NOTICE": "other\r\ntext"}, parts=[{"name": "crate", "version": "1"}])]
    bill = cyclonedx(made)
    assert bill["specVersion"] == "1.6" and bill["metadata"]["timestamp"] == "1970-01-02T00:00:00Z"
    assert [row["name"] for row in (bill["metadata"]["component"], *bill["components"])] == ["thing", "other"]
    assert bill["components"][0]["licenses"] == [{"expression": "Apache-2.0 OR MIT"}] and bill["components"][0]["components"][0]["name"] == "crate"
    assert cyclonedx(made) == bill
    files = dict(page(made))
    assert len(files) == 3 and "text" in files.values() and "other\ntext" in files.values()
