"""The page as a chat client: messages, buttons, selects, modals, ephemerals, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from bot.i18n import Languages
from bot.sandbox.world.seed import CHANNEL_IDS, GUILD_ID
from bot.wording import buttons
from engine.cards.deck import DECK
from tests.sandbox.page.page_acts import pane, show, speak, use
from tests.sandbox.page.page_bot import ALT, CLOSES_SECONDS

SOME_FRAMES = """() => new Promise((done) => {
  let left = 6;
  const next = () => (left-- ? requestAnimationFrame(next) : done());
  next();
})"""
pytestmark = pytest.mark.browser

AT_REST = """async (list) => {
  let before = -1;
  while (list.scrollTop !== before) {
    before = list.scrollTop;
    await new Promise((later) => setTimeout(later, 200));
  }
  return before;
}"""
"""The scroll position of a list once it has come to rest."""


def test_message_parts(desk: Page) -> None:
    """A message shows who used which command, its markdown, its picture with alt text; HTML stays text."""
    message = show(desk)
    expect(message.locator(".message-context")).to_contain_text("さくら")
    expect(message.locator(".message-context .used")).to_have_text("/demo show")
    expect(message.locator("strong")).to_have_text("Table")
    expect(message.locator(".md-small")).to_contain_text("<img src=x onerror=alert(1)>")
    picture = message.locator(".picture img")
    expect(picture).to_have_attribute("alt", ALT)
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 480
    picture.click()
    expect(desk.locator(".lightbox-alt")).to_contain_text(ALT)
    desk.keyboard.press("Escape")
    expect(desk.locator(".lightbox")).to_have_count(0)


def test_alt_badge_covers_nothing(desk: Page, open_page: Callable[..., Page]) -> None:
    """The badge stands beside the picture: on a phone always, in a wide window for mouse and keyboard."""
    for page, phone in ((desk, False), (open_page(phone=True), True)):
        picture = show(page).locator(".picture")
        picture.locator("img").evaluate("image => image.decode()")
        badge = picture.locator(".alt-badge")
        drawn, beside = picture.locator("img").bounding_box(), badge.bounding_box()
        assert drawn is not None and beside is not None
        assert beside["x"] >= 0 and beside["x"] + beside["width"] < drawn["x"]
        assert beside["width"] > beside["height"]
        assert drawn["y"] < beside["y"] < drawn["y"] + drawn["height"]
        expect(badge).to_have_css("opacity", "1" if phone else "0")
        expect(badge).to_have_accessible_name("Open the picture")
        badge.focus()
        expect(badge).to_have_css("opacity", "1")
        page.keyboard.press("Enter")
        expect(page.locator(".lightbox-alt")).to_contain_text(ALT)
        page.keyboard.press("Escape")


def test_japanese_font(desk: Page) -> None:
    """The sandbox serves a font with Japanese signs, and a browser takes it."""
    load = """async () => {
      const face = new FontFace("Trial", "url(/fonts/japanese)");
      await face.load();
      return face.status;
    }"""
    assert desk.evaluate(load) == "loaded"


def test_command_mentions(desk: Page) -> None:
    """A registered command is a pill that goes into the message box; any other one is text."""
    use(desk, "demo mention")
    message = pane(desk).locator(".message", has_text="/demo nothing").last
    pills = message.locator(".mention")
    expect(pills).to_have_text(["/demo show", "/demo options"])
    expect(message).to_contain_text("/demo show /demo options /demo show /demo nothing /demo 見せる")
    pills.last.click()
    expect(pane(desk).locator(".command-name")).to_have_text("/demo options")
    expect(pane(desk).locator(".command-line input").first).to_be_focused()


def test_links_to_messages_stay_in_the_page(desk: Page) -> None:
    """A link to a message brings it into view, and lights it up."""
    speak(desk, "here it is")
    expect(pane(desk).get_by_text("here it is")).to_be_visible()
    for _ in range(4):
        show(desk)
    use(desk, "demo jump")
    aim = pane(desk).get_by_text("here it is").last
    expect(aim).not_to_be_in_viewport()
    pane(desk).get_by_role("link", name="See it").last.click()
    expect(aim).to_be_in_viewport()
    assert len(desk.context.pages) == 1
    number = pane(desk).locator(".message", has_text="here it is").last.get_attribute("data-id")
    speak(desk, f"https://discord.com/channels/{GUILD_ID}/{CHANNEL_IDS['hanafuda']}/{number}")
    pane(desk).get_by_role("link", name="#hanafuda › …").last.click()
    expect(aim).to_be_in_viewport()


def test_both_panes_see_it(desk: Page) -> None:
    """An action of one user is at once on the other user's screen, in the other client's language."""
    show(desk)
    other = pane(desk, "right").locator(".message").last
    expect(other.locator("[data-custom-id=count]")).to_be_visible()
    expect(other.locator(".message-context")).to_contain_text("が使用")
    expect(other.locator("time.md-time")).to_contain_text(re.compile("秒|前|後"))


def test_timestamps_count(timeless: Page) -> None:
    """A relative time counts while it is on screen, through its moment and on."""
    stamp = show(timeless).locator("time.md-time")
    expect(stamp).to_have_text(re.compile(r"^in \d seconds?$"))
    first = stamp.inner_text()
    timeless.clock.run_for(2000)
    expect(stamp).not_to_have_text(first)
    expect(stamp).to_have_text(re.compile(r"^in \d seconds?$"))
    timeless.clock.run_for(1000 * CLOSES_SECONDS)
    expect(stamp).to_have_text(re.compile("seconds? ago$"))


def test_excerpts_keep_the_points_of_a_list_apart(desk: Page) -> None:
    """In the line that says what a message answers no two words run into one."""
    plain = """async (text) => (await import(
      new URL("markdown.js", document.querySelector("script[src]").src)
    )).plain(text, {})"""
    assert desk.evaluate(plain, "Rules\n- one\n- two\n1. three\n2. four") == "Rules one two three four"


def test_picture_swap_does_not_flicker(desk: Page) -> None:
    """While a new picture loads the old one stays: the place is never empty."""
    message = show(desk)
    picture = message.locator(".picture img")
    picture.evaluate("image => image.decode()")
    picture.evaluate(
        """image => {
          window.widths = [];
          const look = () => { window.widths.push(image.naturalWidth); requestAnimationFrame(look); };
          look();
        }"""
    )
    before = picture.get_attribute("src")
    message.get_by_role("button", name="Repaint").click()
    expect(picture).not_to_have_attribute("src", before or "")
    desk.evaluate(SOME_FRAMES)
    assert set(desk.evaluate("window.widths")) == {480}


def test_select_by_mouse_and_keyboard(desk: Page) -> None:
    """A select shows its descriptions, and takes a choice from the mouse and from the keyboard."""
    message = show(desk)
    field = message.locator("[data-custom-id=flower]")
    field.click()
    options = desk.locator(".popover").get_by_role("option")
    expect(options).to_have_count(2)
    expect(options.first).to_contain_text("January")
    options.nth(1).click()
    expect(message.locator(".message-content")).to_contain_text("Flower: plum")
    field.focus()
    desk.keyboard.press("Enter")
    expect(desk.locator(".listbox-row.highlighted")).to_be_visible()
    desk.keyboard.press("Home")
    desk.keyboard.press("Escape")
    expect(desk.locator(".popover")).to_have_count(0)


def test_ephemeral(desk: Page) -> None:
    """An ephemeral message is marked, seen by its user alone, dismissed on request, gone after a reload."""
    message = show(desk)
    secret = pane(desk).locator(".message.ephemeral")
    message.get_by_role("button", name="Secret").click()
    expect(secret).to_contain_text("Between us")
    expect(secret).to_contain_text("Only you can see this")
    expect(pane(desk, "right").locator(".message.ephemeral")).to_have_count(0)
    secret.get_by_role("button", name="Dismiss message").click()
    expect(secret).to_have_count(0)
    message.get_by_role("button", name="Secret").click()
    expect(secret).to_have_count(1)
    desk.reload()
    expect(pane(desk).locator("[data-custom-id=secret]").first).to_be_visible()
    expect(secret).to_have_count(0)


def test_modal(desk: Page) -> None:
    """A modal checks its fields before it sends them, and closes when they are taken."""
    show(desk).get_by_role("button", name="Form").click()
    modal = desk.locator(".app-modal")
    expect(modal.get_by_role("heading")).to_have_text("A form")
    expect(modal.locator("input")).to_be_focused()
    desk.keyboard.type("x")
    desk.keyboard.press("Enter")
    expect(modal.locator(".field-problem")).to_have_text("At least 2 characters.")
    desk.keyboard.type("yz")
    desk.keyboard.press("Enter")
    expect(modal).to_have_count(0)
    expect(pane(desk).locator(".message.ephemeral")).to_contain_text("Form: xyz")


def test_user_menu(desk: Page) -> None:
    """A user's menu offers the bot's user commands."""
    pane(desk, "right").locator(".composer-text").fill("こんにちは")
    desk.keyboard.press("Enter")
    expect(pane(desk).locator(".message").last).to_contain_text("こんにちは")
    pane(desk).locator(".message .author").last.click()  # above it, or above more messages of its author
    desk.get_by_role("menuitem", name="Greet").click()
    expect(pane(desk).locator(".message.ephemeral")).to_contain_text("Hello @Kenta_花")
    expect(pane(desk).locator(".message.ephemeral .used")).to_have_text("Greet")
    desk.locator(".mention", has_text="@Kenta_花").click(button="right")
    desk.get_by_role("menuitem", name="Greet").click()
    expect(pane(desk).locator(".message.ephemeral")).to_have_count(2)


def test_user_menu_by_touch(open_page: Callable[..., Page]) -> None:
    """On a phone a tap on a name or a mention opens the same menu."""
    phone = open_page(phone=True)
    here = phone.locator(".pane:visible")
    here.locator(".composer-text").fill("hello")
    phone.keyboard.press("Enter")
    expect(here.locator(".message").last).to_contain_text("hello")
    here.locator(".message .author").last.tap()
    phone.get_by_role("menuitem", name="Greet").tap()
    expect(here.locator(".message.ephemeral")).to_have_count(1)
    here.locator(".mention", has_text="@さくら").last.tap()
    expect(phone.get_by_role("menuitem", name="Greet")).to_be_visible()


def test_channels_and_unread(desk: Page) -> None:
    """Another channel opens with a click; what is written meanwhile is marked as unread."""
    pane(desk).locator(".composer-text").click()
    desk.locator("[data-channel]", has_text="tea-room").click()
    expect(pane(desk).locator(".pane-title .name")).to_have_text("tea-room")
    pane(desk, "right").locator(".composer-text").fill("anybody?")
    desk.keyboard.press("Enter")
    expect(pane(desk, "right").locator(".message").last).to_contain_text("anybody?")
    pane(desk).locator(".composer-text").click()
    hall = desk.locator("[data-channel]", has_text="hanafuda")
    expect(hall).to_have_class(re.compile("unread"))
    hall.click()
    expect(hall).not_to_have_class(re.compile("unread"))


def test_thread(desk: Page) -> None:
    """A thread is started from a message's menu, opens, and hangs under its channel for both users."""
    pane(desk).locator(".composer-text").fill("a quiet corner")
    desk.keyboard.press("Enter")
    said = pane(desk).locator(".message", has_text="a quiet corner").last
    said.click(button="right")
    desk.get_by_role("menuitem", name="Create thread").click()
    desk.keyboard.type("corner")
    desk.keyboard.press("Enter")
    expect(pane(desk).locator(".pane-title .name")).to_have_text("corner")
    expect(pane(desk, "right").locator(".thread-link")).to_contain_text("corner")
    pane(desk).locator(".composer-text").fill("inside")
    desk.keyboard.press("Enter")
    expect(pane(desk).locator(".message").last).to_contain_text("inside")
    pane(desk, "right").locator(".composer-text").click()
    expect(desk.locator(".thread-entry", has_text="corner")).to_have_class(re.compile("unread"))


def test_scrolling(desk: Page) -> None:
    """The list stays at the bottom when it is there, and where it is when the reader has gone up."""
    for number in range(3):
        show(desk)
        pane(desk, "right").locator(".composer-text").fill(f"line {number}")
        desk.keyboard.press("Enter")
        expect(pane(desk).locator(".message", has_text=f"line {number}").last).to_be_in_viewport()
    scroller = pane(desk).locator(".scroller")
    scroller.hover()
    desk.mouse.wheel(0, -700)
    expect(pane(desk).locator(".message", has_text="line 2").last).not_to_be_in_viewport()
    place = scroller.evaluate(AT_REST)
    pane(desk, "right").locator(".composer-text").fill("something new")
    desk.keyboard.press("Enter")
    jump = pane(desk).locator(".to-bottom.new")
    expect(jump).to_contain_text("New messages")
    assert abs(scroller.evaluate("list => list.scrollTop") - place) < 2
    jump.click()
    expect(pane(desk).locator(".message", has_text="something new").last).to_be_in_viewport()
    expect(jump).to_be_hidden()


def test_no_sideways_scrolling_on_a_phone(open_page: Callable[..., Page]) -> None:
    """At 390 px one pane is shown, nothing sticks out."""
    phone = open_page(phone=True)
    message = show(phone)
    button = message.locator("[data-custom-id=count]")
    expect(button).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    wide = "elements => elements.filter(e => e.getBoundingClientRect().right > 391).length"
    assert pane(phone).locator("*").evaluate_all(wide) == 0
    expect(pane(phone, "right")).to_be_hidden()
    phone.get_by_role("tab").nth(1).tap()
    expect(pane(phone, "right")).to_be_visible()
    expect(pane(phone, "left")).to_be_hidden()
    pane(phone, "right").locator(".menu-button").tap()
    phone.locator("[data-channel]", has_text="tea-room").tap()
    expect(pane(phone, "right").locator(".pane-title .name")).to_have_text("tea-room")
    expect(phone.locator(".side")).not_to_be_in_viewport()


LABELLED = """(row, labels) => {
  const [first] = row.querySelectorAll(".button");
  row.replaceChildren(...labels.map((text) => {
    const button = first.cloneNode(true);
    const face = document.createElement("span");
    face.className = "emoji";
    button.querySelector(".label").textContent = text;
    if (!button.querySelector(".emoji")) button.querySelector(".label").before(face);
    return button;
  }));
  return [...row.children].map((button) => {
    const box = button.getBoundingClientRect();
    const parts = [...button.querySelectorAll(".emoji, .label")].map((part) => part.getBoundingClientRect());
    const middles = parts.map((part) => Math.round(part.top + part.height / 2));
    return [Math.round(box.top), box.height, box.width, Math.abs(middles[0] - middles[1])];
  });
}"""
"""Buttons with these labels, each with an emoji: top, height, width, how far emoji and word lie apart."""
BUTTON_HEIGHT = 32


@pytest.mark.parametrize("phone", [False, True])
def test_cards_stand_in_lines_as_on_discord(open_page: Callable[..., Page], *, phone: bool) -> None:
    """Emoji and word stand in one line, 32 px high; two cards of any name stand side by side on a phone."""
    page = open_page(phone=phone)
    row = show(page).locator(".action-row").first
    for words in Languages.load():
        labels = [buttons.card(words, 8, card, matches=1) for card in DECK]
        for start in range(0, len(labels), 2):
            drawn = row.evaluate(LABELLED, labels[start : start + 2])
            assert all(height == BUTTON_HEIGHT and apart <= 1 for _, height, _, apart in drawn), labels[start]
            assert len({top for top, *_ in drawn}) == 1, drawn


@pytest.mark.parametrize("phone", [False, True])
def test_five_buttons_are_a_row_that_wraps(open_page: Callable[..., Page], *, phone: bool) -> None:
    """In a wide window five share a line; on a phone the line wraps, and no button is narrower than 60 px."""
    page = open_page(phone=phone)
    row = show(page).locator(".action-row").first
    drawn = row.evaluate(LABELLED, ["1", "2", "3", "4", "5"])
    assert (len({top for top, *_ in drawn}) == 1) is not phone
    assert all(width >= 60 for _, _, width, _ in drawn)


PICTURE = """(image, [width, height]) => {
  image.width = width;
  image.height = height;
  const box = image.getBoundingClientRect();
  return [Math.round(box.width), Math.round(box.height)];
}"""
SIZE = "width=%%22%d%%22 height=%%22%d%%22"
WIDTHS = {
    False: {(1100, 900): (428, 350), (800, 810): (346, 350)},
    True: {(1100, 900): (314, 257), (800, 810): (314, 318)},
}
"""The sizes of large pictures: on a phone as wide as the text, in a wide window in 550 x 350 px."""


@pytest.mark.parametrize("phone", [False, True])
def test_a_picture_has_the_room_that_discord_gives(open_page: Callable[..., Page], *, phone: bool) -> None:
    """A large picture is reduced as Discord reduces it, in a wide window and on a phone."""
    page = open_page(phone=phone)
    image = show(page).locator(".picture img")
    image.evaluate("image => image.decode()")
    for natural, shown in WIDTHS[phone].items():
        data = f"data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 {SIZE % natural}/>"
        image.evaluate("(image, data) => { image.src = data; return image.decode(); }", data)
        assert tuple(image.evaluate(PICTURE, list(natural))) == shown


def test_the_channels_of_a_phone_by_keyboard(open_page: Callable[..., Page]) -> None:
    """The channels open with the focus on the channel in use, and Escape gives it back to the button."""
    phone = open_page(phone=True)
    menu = pane(phone).locator(".menu-button")
    menu.focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("[data-channel][aria-current]")).to_be_focused()
    phone.keyboard.press("Escape")
    expect(phone.locator(".side")).not_to_be_in_viewport()
    expect(menu).to_be_focused()
