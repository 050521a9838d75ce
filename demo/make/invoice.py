"""Draws demo/invoice.png, an invoice as a clean scan shows it, and writes demo/invoice.txt, the text an OCR should read.

Every company, person, address and number is invented: the telephone number is of the range that Ofcom keeps for
fiction, the e-mail address of a top-level domain that RFC 2606 reserves, no post code begins with BK or EM,
and the numbers of company, VAT and bank are of ranges not in use as far as we know.

    apt-get install python3-pil fonts-liberation2
    /usr/bin/python3 demo/make/invoice.py
"""

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

DEMO = Path(__file__).resolve().parent.parent
FONTS = Path("/usr/share/fonts/truetype/liberation2")

# A5 at 144 dots an inch: just under a megapixel, so that nobody's reader has to shrink it.
WIDTH, HEIGHT, DOTS_PER_INCH = 840, 1188, 144
# Drawn larger and scaled down, so that edges are as soft as a scanner's.
SUPERSAMPLING = 4
# Sixteen greys take half a byte a pixel, and no reader misses the others.
GREY_LEVELS = 16

PAPER, INK, FAINT, RULE, BAND, BRAND = 255, 25, 85, 170, 235, 60
LEFT, RIGHT = 54, WIDTH - 54
BODY = {"size": 20}
BOLD = {"size": 20, "weight": "Bold"}
SMALL = {"size": 18, "grey": FAINT}

SELLER = "Northwind Paper Supplies Ltd"
INVOICE_NUMBER = "NP-2026-0417"
INVOICE_DATE, DUE_DATE = "16 November 2026", "16 December 2026"
VAT_PERCENT = 20
# Description, quantity, price of one in pence.
ITEMS = [
    ("White copier paper, box of 2,500 sheets", 36, 1850),
    ("Recycled envelopes, C5, pack of 500", 12, 2185),
    ("Ivory card, 250 gsm, pack of 100", 15, 940),
    ("Delivery on the next working day", 1, 1600),
]


def money(pence):
    return f"{pence // 100:,}.{pence % 100:02d}"


class Page:
    """A sheet to draw on, in page pixels. What is written is remembered as lines of text, in reading order."""

    def __init__(self):
        self.image = Image.new("L", (WIDTH * SUPERSAMPLING, HEIGHT * SUPERSAMPLING), PAPER)
        self.draw = ImageDraw.Draw(self.image)
        self.lines = []

    def row(self, baseline, *cells, size, weight="Regular", grey=INK):
        """Writes cells (x, words, "ls" for left or "rs" for right) on one baseline: one line of the page's text."""
        font = ImageFont.truetype(str(FONTS / f"LiberationSans-{weight}.ttf"), size * SUPERSAMPLING)
        for x, words, anchor in cells:
            self.draw.text((x * SUPERSAMPLING, baseline * SUPERSAMPLING), words, font=font, fill=grey, anchor=anchor)
        self.lines.append(" ".join(words for _, words, _ in cells))

    def line(self, baseline, words, **style):
        self.row(baseline, (LEFT, words, "ls"), **style)

    def box(self, left, top, right, bottom, grey):
        scaled = [round(edge * SUPERSAMPLING) for edge in (left, top, right, bottom)]
        self.draw.rectangle([scaled[0], scaled[1], scaled[2] - 1, scaled[3] - 1], fill=grey)

    def rule(self, y):
        self.box(LEFT, y, RIGHT, y + 1, RULE)

    def save(self, path):
        page = self.image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
        step = 255 / (GREY_LEVELS - 1)
        levels = page.point(lambda grey: round(grey / step))
        levels.putpalette([round(level * step) for level in range(GREY_LEVELS) for _ in "rgb"])
        levels.save(path, bits=4, optimize=True, dpi=(DOTS_PER_INCH, DOTS_PER_INCH))


def letterhead(page):
    # A small square logo would be taken for a character.
    page.box(LEFT, 36, RIGHT, 42, BRAND)
    page.line(90, SELLER, size=28, weight="Bold")
    page.line(118, "14 Harbour Mill Lane, Brackenford BK4 7QT", **SMALL)
    page.line(142, "accounts@northwind-paper.example, telephone 01632 960187", **SMALL)
    page.rule(164)


def heading(page):
    page.line(216, "INVOICE", size=30, weight="Bold")
    for baseline, label, value in [
        (258, "Invoice number:", INVOICE_NUMBER),
        (284, "Invoice date:", INVOICE_DATE),
        (310, "Due date:", DUE_DATE),
    ]:
        page.row(baseline, (LEFT, label, "ls"), (LEFT + 155, value, "ls"), **BODY)

    page.line(356, "Bill to", **BOLD)
    page.line(382, "Juniper Lane Design Studio", **BODY)
    page.line(408, "Helen Marsh, Office Manager", **BODY)
    page.line(434, "3 Quarry Street, Eastmere EM2 5HD", **BODY)


def table(page):
    """Draws items and sums; returns the total. Readers keep to the rows as other lines are as wide as the page."""
    quantity, price, amount = 586, 673, RIGHT - 16
    baseline = 500
    page.box(LEFT, baseline - 26, RIGHT, baseline + 13, BAND)
    header = [(LEFT + 16, "Description"), (quantity, "Quantity"), (price, "Price"), (amount, "Amount")]
    page.row(baseline, *[(x, words, "ls" if x < quantity else "rs") for x, words in header], **BOLD)
    for description, count, pence in ITEMS:
        baseline += 39
        page.row(
            baseline,
            (LEFT + 16, description, "ls"),
            (quantity, str(count), "rs"),
            (price, money(pence), "rs"),
            (amount, money(count * pence), "rs"),
            **BODY,
        )
        page.rule(baseline + 13)

    subtotal = sum(count * pence for _, count, pence in ITEMS)
    vat = subtotal * VAT_PERCENT // 100
    for label, pence in [("Subtotal", subtotal), (f"VAT at {VAT_PERCENT}%", vat)]:
        baseline += 37
        page.row(baseline, (amount - 100, label, "rs"), (amount, money(pence), "rs"), **BODY)
    baseline += 47
    total = f"£{money(subtotal + vat)}"
    page.box(RIGHT - 297, baseline - 29, RIGHT, baseline + 16, BAND)
    page.row(baseline, (amount - 110, "Total due", "rs"), (amount, total, "rs"), **BOLD)
    return total


def payment(page, total):
    page.line(848, "Payment terms", **BOLD)
    page.line(875, f"Please pay {total} by bank transfer within 30 days, by {DUE_DATE}.", **BODY)
    page.line(901, "Late payments are charged interest at 2% per month.", **BODY)
    page.line(949, "Bank transfer", **BOLD)
    page.line(976, f"Vale and Harbour Bank, account name {SELLER},", **BODY)
    page.line(1002, f"sort code 00-12-34, account number 70415926, reference {INVOICE_NUMBER}.", **BODY)
    page.rule(1056)
    page.line(1086, "Thank you very much for your order. Questions? Ask for Tom Fielding in our accounts office", **SMALL)
    page.line(1111, "Registered in England and Wales as company 99417263, VAT number GB 000 4172 63", **SMALL)


def main():
    page = Page()
    letterhead(page)
    heading(page)
    total = table(page)
    payment(page, total)
    page.save(DEMO / "invoice.png")
    (DEMO / "invoice.txt").write_text("\n".join(page.lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
