"""The page's bar, its commands typed with the keyboard, and its buttons, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from bot.sandbox.world.seed import CHANNEL_IDS, USER_IDS
from cogs.content.controls import Arrow
from tests.sandbox.page.page_acts import control, pane, show, speak
from tests.sandbox.page.page_sandbox import ACK_SECONDS

pytestmark = pytest.mark.browser

HOLD_MS = 6000
"""Longer than a list holds still for a button that is held down."""


def test_kill_and_start(desk: Page) -> None:
    """The bot is killed and started again from the page; while it is away a press fails in words."""
    state = desk.locator(".bot-state")
    expect(state).to_contain_text("online")
    before = re.search(r"\d+", state.inner_text())
    desk.get_by_role("button", name="Kill −9").click()
    expect(state).to_contain_text("stopped")
    expect(state).to_contain_text("exit code -9")
    desk.get_by_role("button", name="Start", exact=True).click()
    expect(state).to_contain_text("online")
    after = re.search(r"\d+", state.inner_text())
    assert before and after and before[0] != after[0]


def test_groups_of_a_modal(desk: Page) -> None:
    """Circles, boxes and files are chosen and taken back; too few or too many are told before sending."""
    show(desk).get_by_role("button", name="Choices").click()
    modal = desk.locator(".app-modal")
    expect(modal.get_by_role("radio", name="Pine")).to_be_checked()
    modal.get_by_text("Plum", exact=True).first.click()
    modal.get_by_role("checkbox", name="Pine").uncheck()
    modal.get_by_role("button", name="Submit").click()
    expect(modal.locator(".field-problem").nth(1)).to_contain_text("required")
    for name in ("Pine", "Plum", "Cherry"):
        modal.get_by_role("checkbox", name=name).check()
    modal.get_by_role("button", name="Submit").click()
    expect(modal.locator(".field-problem").nth(1)).to_have_text("At most 2 of them.")
    modal.get_by_role("checkbox", name="Pine").uncheck()
    modal.get_by_text("Box", exact=True).click()
    modal.get_by_role("button", name="Submit").click()
    expect(modal.locator(".field-problem").nth(2)).to_contain_text("required")
    files: list[FilePayload] = [
        {"name": f"{each}.txt", "mimeType": "text/plain", "buffer": each.encode()} for each in "abc"
    ]
    modal.get_by_label("Files", exact=True).set_input_files(files)
    modal.get_by_role("button", name="Submit").click()
    expect(modal.locator(".field-problem").nth(2)).to_have_text("At most 2 of them.")
    modal.get_by_role("button", name="Remove b.txt").click()
    modal.get_by_role("button", name="Submit").click()
    expect(modal).to_have_count(0)
    told = "Plum Plum Cherry True a.txt: a c.txt: c"
    expect(pane(desk).locator(".message.ephemeral")).to_contain_text(told)


def test_restart(desk: Page) -> None:
    """Restart ends the bot in order and brings a new process online."""
    state = desk.locator(".bot-state")
    before = re.search(r"\d+", state.inner_text())
    desk.get_by_role("button", name="Restart").click()
    assert before
    expect(state).not_to_contain_text(before[0])
    expect(state).to_contain_text("online")


def test_log(desk: Page) -> None:
    """The log shows the bot's lines and can be searched."""
    desk.get_by_role("button", name="Log", exact=True).click()
    lines = desk.locator(".log-line")
    expect(lines.first).to_be_visible()
    desk.locator(".log-filter").fill("nothing says this")
    expect(desk.locator(".log-line:visible")).to_have_count(0)
    desk.locator(".log-filter").fill("")
    expect(lines.first).to_be_visible()
    desk.get_by_role("button", name="Log", exact=True).click()
    expect(desk.locator(".log")).to_be_hidden()


def test_rate_limits(desk: Page) -> None:
    """The profile of the rate limits is switched, and stays after a reload."""
    rate = desk.get_by_label("Rate limits")
    expect(rate).to_have_value("off")
    for profile in ("realistic", "off"):
        with desk.expect_response("**/client/control"):
            rate.select_option(profile)
        desk.reload()
        expect(rate).to_have_value(profile)


def test_gateway_trouble_heals(desk: Page) -> None:
    """The gateway's connection is cut from the page, and the bot comes back; lasting trouble is switched."""
    for name in ("From now on refuse resuming", "Allow resuming again", "Cut the connection"):
        desk.get_by_role("button", name="Gateway").click()
        with desk.expect_response("**/client/control"):
            desk.get_by_role("menuitem", name=name).click()
    expect(desk.locator(".bot-state")).to_contain_text("online")


def start(page: Page, typed: str) -> Locator:
    """The left pane's composer with `typed` in it, once it suggests something."""
    composer = page.locator(".pane.left .composer")
    composer.locator(".composer-text").click()
    page.keyboard.type(typed)
    expect(composer.locator(".listbox-row").first).to_be_visible()
    return composer


def last_message(page: Page) -> Locator:
    """The newest message of the left pane."""
    return page.locator(".pane.left .messages .message").last


def test_picker(desk: Page) -> None:
    """A slash lists the commands with their options; arrows choose, Escape closes the list."""
    composer = start(desk, "/")
    rows = composer.locator(".listbox-row")
    expect(rows).to_have_count(5)
    options = rows.filter(has_text="/demo options")
    expect(options).to_contain_text("Repeats its options")
    expect(options).to_contain_text("colour")
    desk.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_have_class("listbox-row highlighted")
    desk.keyboard.press("Escape")
    expect(composer.locator(".suggestions")).to_be_hidden()


def test_options_by_keyboard(desk: Page) -> None:
    """Text, choice, user and number are filled in with Tab, Enter and arrows, and sent with Enter."""
    composer = start(desk, "/demo op")
    desk.keyboard.press("Enter")
    expect(composer.locator("[data-option=word]")).to_be_focused()
    desk.keyboard.type("hello")
    desk.keyboard.press("Tab")
    desk.keyboard.type("col")
    desk.keyboard.press("Tab")
    expect(composer.locator("[data-option=colour]")).to_be_focused()
    expect(composer.locator(".listbox-row")).to_have_text(["Red", "Green", "Blue"])
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    desk.keyboard.type("who:")
    expect(composer.locator("[data-option=who]")).to_be_focused()
    desk.keyboard.type("mid")
    expect(composer.locator(".listbox-row")).to_have_count(1)
    desk.keyboard.press("Enter")
    desk.keyboard.type("amount:7")
    desk.keyboard.press("Enter")
    expect(last_message(desk)).to_contain_text("Given: ('hello', 'green', 'midori', 7, None)")
    expect(composer.locator(".composer-text")).to_be_focused()


def test_autocomplete(desk: Page) -> None:
    """An option with autocomplete asks the bot and sends the value of what was chosen."""
    composer = start(desk, "/demo op")
    desk.keyboard.press("Enter")
    desk.keyboard.type("word")
    desk.keyboard.press("Tab")
    desk.keyboard.type("near:ab")
    rows = composer.locator(".listbox-row")
    expect(rows).to_have_text(["ab-one", "ab-two", "ab-three"])
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    expect(last_message(desk)).to_contain_text("Given: ('word', None, None, None, 'abtwo')")


def test_wrong_values_are_not_sent(desk: Page) -> None:
    """A missing or impossible value is marked where it stands; nothing is sent."""
    composer = start(desk, "/demo op")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    expect(composer.locator(".command-problem")).to_contain_text("required")
    desk.keyboard.type("x")
    desk.keyboard.press("Tab")
    desk.keyboard.type("amount:12")
    desk.keyboard.press("Enter")
    expect(composer.locator(".command-problem")).to_contain_text("Give a number from 1 to 9.")
    expect(composer.locator(".option-chip.wrong .option-name")).to_have_text("amount")


def test_leaving_a_command(desk: Page) -> None:
    """Backspace takes an empty option away; Escape closes the list and then leaves the command."""
    composer = start(desk, "/demo op")
    desk.keyboard.press("Enter")
    desk.keyboard.type("x")
    desk.keyboard.press("Tab")
    desk.keyboard.type("amount:")
    expect(composer.locator("[data-option=amount]")).to_be_focused()
    desk.keyboard.press("Backspace")
    expect(composer.locator("[data-option=amount]")).to_have_count(0)
    desk.keyboard.press("Escape")
    expect(composer.locator(".suggestions")).to_be_hidden()
    desk.keyboard.press("Escape")
    expect(composer.locator(".composer-text")).to_have_value("")


def test_plain_messages(desk: Page) -> None:
    """Enter sends a plain message, Shift+Enter makes a new line, and the other pane sees both lines."""
    desk.locator(".pane.left .composer-text").click()
    desk.keyboard.type("one")
    desk.keyboard.press("Shift+Enter")
    desk.keyboard.type("**two**")
    desk.keyboard.press("Enter")
    said = desk.locator(".pane.right .messages .message").last
    expect(said.locator(".message-content")).to_have_text("one\ntwo")
    expect(said.locator("strong")).to_have_text("two")


def test_press_button(desk: Page) -> None:
    """A press updates the message in place, and the focus stays on the button that was pressed."""
    message = show(desk)
    message.get_by_role("button", name="Count 0").click()
    expect(message.locator(".message-content")).to_contain_text("Pressed 1")
    expect(message.get_by_role("button", name="Count 1")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(message.locator(".message-content")).to_contain_text("Pressed 2")
    expect(message.locator(".edited")).to_be_visible()


def test_the_focus_waits_for_a_button_that_cannot_be_pressed(desk: Page) -> None:
    """A button that is disabled once it was pressed has the focus again as soon as it can be pressed."""
    message = show(desk)
    wait = message.get_by_role("button", name="Wait")
    wait.focus()
    desk.keyboard.press("Enter")
    expect(wait).to_be_disabled()
    expect(message).to_be_focused()
    speak(desk)
    expect(wait).to_be_enabled()
    expect(wait).to_be_focused()


def test_the_focus_stays_while_an_older_message_is_deleted(desk: Page) -> None:
    """A message above goes, and the button below it keeps the focus: its row is not laid again."""
    speak(desk, "soon gone")
    counted = show(desk).get_by_role("button", name="Count 0")
    counted.focus()
    gone = pane(desk).locator(".message", has_text="soon gone")
    path = f"/client/messages/{CHANNEL_IDS['hanafuda']}/{gone.get_attribute('data-id')}?user={USER_IDS[1]}"
    assert desk.evaluate("path => fetch(path, {method: 'DELETE'}).then((answer) => answer.ok)", path)
    expect(gone).to_have_count(0)
    expect(counted).to_be_focused()


def test_the_focus_follows_a_message_that_is_posted_again(desk: Page) -> None:
    """The old message's button was pressed by keyboard; the new message's has the focus."""
    again = show(desk).get_by_role("button", name="Post again")
    again.focus()
    desk.keyboard.press("Enter")
    said = desk.locator(".message-content", has_text=re.compile("^Again$"))
    posted = pane(desk).locator(".message", has=said).last
    expect(posted.get_by_role("button", name="Post again")).to_be_focused()


def test_both_panes_say_that_the_bot_does_not_run(desk: Page) -> None:
    """Each in its own language, with a button that starts it; gone when it runs again."""
    desk.get_by_role("button", name="Kill −9").click()
    expect(pane(desk).locator(".stopped")).to_contain_text("The bot is not running.")
    expect(pane(desk, "right").locator(".stopped")).to_contain_text("ボットが動いていません。")
    pane(desk).get_by_role("button", name="Start it").click()
    for side in ("left", "right"):
        expect(pane(desk, side).locator(".stopped")).to_be_hidden()
    expect(desk.locator(".bot-state")).to_contain_text("online")


def test_the_frame_keeps_its_language(desk: Page) -> None:
    """Sidebar and bar speak the browser's language, also beside a pane of another one."""
    side = desk.locator(".side")
    expect(side).to_contain_text("Channels")
    pane(desk, "right").locator(".composer-text").click()
    expect(pane(desk, "right")).to_have_class(re.compile("active"))
    expect(side).to_contain_text("Channels")
    expect(side).not_to_contain_text("チャンネル")


def test_the_list_holds_still_while_a_button_is_held_down(timeless: Page) -> None:
    """New rows come when the button is let go, and the press counts; a long hold stops nothing."""
    counted = show(timeless).get_by_role("button", name="Count 0")
    speak(timeless, "held")
    here, there = [pane(timeless, side).get_by_text("held", exact=True) for side in ("left", "right")]
    expect(here).to_have_count(1)
    counted.hover()
    before = counted.bounding_box()
    timeless.mouse.down()
    speak(timeless, "held")
    expect(there).to_have_count(2)
    after = counted.bounding_box()
    assert here.count() == 1
    assert before and after and abs(after["y"] - before["y"]) < 3  # it yields a little to the finger
    timeless.mouse.up()
    expect(pane(timeless).locator(".message-content", has_text="Pressed 1")).to_be_visible()
    expect(here).to_have_count(2)
    pane(timeless).get_by_role("button", name="Count 1").hover()
    timeless.mouse.down()
    speak(timeless, "held")
    expect(there).to_have_count(3)
    assert here.count() == 2
    timeless.clock.run_for(HOLD_MS)
    expect(here).to_have_count(3)
    timeless.mouse.up()


def test_disabled_button(desk: Page) -> None:
    """A disabled button cannot be pressed."""
    expect(show(desk).get_by_role("button", name="Off")).to_be_disabled()


def test_arrows_are_drawn(desk: Page) -> None:
    """The emoji that lead on and back are pictures with a name: a machine may have no font for them."""
    last = show(desk).get_by_role("button", name=Arrow.LAST.value)
    expect(last.locator(".unicode-emoji svg")).to_be_visible()
    expect(last.locator(".face")).to_have_text("")


def test_spinner_until_acknowledged(desk: Page) -> None:
    """A pressed button spins until the bot has acknowledged it, and no longer."""
    slow = show(desk).locator("[data-custom-id=slow]")
    with desk.expect_response("**/client/components"):
        slow.click()
    expect(slow).to_have_class(re.compile("pending"))
    expect(slow.locator(".spinner")).to_be_visible()
    speak(desk)
    expect(slow).not_to_have_class(re.compile("pending"))


def test_interaction_failed(desk: Page) -> None:
    """A press that the bot never answers says so, to the one who pressed; the next press clears it."""
    message = show(desk)
    control(desk, ack_seconds=0.2)
    message.get_by_role("button", name="Broken").click()
    expect(message.locator(".trouble")).to_have_text("This interaction failed")
    control(desk, ack_seconds=ACK_SECONDS)
    expect(pane(desk, "right").locator(".trouble:visible")).to_have_count(0)
    message.get_by_role("button", name="Count 0").click()
    expect(message.locator(".trouble")).to_be_hidden()
