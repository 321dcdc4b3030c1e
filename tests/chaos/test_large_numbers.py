"""Numbers that no column of the database holds, wherever a press can have one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.wording import notes
from tests.support.e2e import elsewhere, forged_presses, page_presses
from tests.support.e2e.e2e_stage import CHANNEL, stage
from tests.support.e2e.mentions import mentioning

pytestmark = [pytest.mark.outside, pytest.mark.databases(long=True)]


@pytest.mark.parametrize("number", [2**63, 10**19 - 1, 10**25])
async def test_a_number_that_no_column_holds_is_on_an_older_message(tmp_path: Path, number: int) -> None:
    """Every page, in its state and in the values of its selects: the same note, and no incident."""
    async with stage(tmp_path) as here:
        player = await here.player(0)
        message = elsewhere.told_in(here, forged_presses.channel_of(here, CHANNEL))
        old = notes.old_button(mentioning(here.server))
        for each in page_presses.with_number(number):
            told = await forged_presses.told(here, player, message, each.custom_id, each.value)
            assert told == old, each
        await here.must_be_clean()
