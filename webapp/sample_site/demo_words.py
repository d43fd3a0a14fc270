"""The words of the demo: a joinery workshop on a harbour, its pages, its journal, its readers."""

from __future__ import annotations


def paragraph(words: str) -> str:
    """Return one paragraph block, in the markup the editor writes."""
    return f"<!-- wp:paragraph -->\n<p>{words}</p>\n<!-- /wp:paragraph -->"


def heading(words: str) -> str:
    """Return one second-level heading block."""
    return f'<!-- wp:heading -->\n<h2 class="wp-block-heading">{words}</h2>\n<!-- /wp:heading -->'


def bullets(*lines: str) -> str:
    """Return one list block."""
    made = "\n\n".join(f"<!-- wp:list-item -->\n<li>{line}</li>\n<!-- /wp:list-item -->" for line in lines)
    return f'<!-- wp:list -->\n<ul class="wp-block-list">{made}</ul>\n<!-- /wp:list -->'


def page(*blocks: str) -> str:
    """Return blocks one under the other."""
    return "\n\n".join(blocks)


HOME = page(
    paragraph(
        "We are a small joinery workshop on the Lisbon waterfront. We make doors, windows, staircases "
        "and furniture from wood we can name the forest of."
    ),
    heading("What we are building this season"),
    paragraph(
        "A spiral stair in chestnut for a house in Alfama, forty sash windows for the old customs house, "
        "and a long table that has to fit eighteen people and one very narrow door."
    ),
    heading("Come and see"),
    paragraph("The workshop door is open on Thursday afternoons. Bring a sketch, a photograph or a broken chair."),
)
ABOUT = page(
    paragraph(
        "Harbour &amp; Grain was founded in 2009 by two boatbuilders who had run out of boats. "
        "Today nine of us share one bench, one kettle and three hundred chisels."
    ),
    heading("How we work"),
    paragraph(
        "Every piece begins with a drawing at full size on the floor. You are welcome to walk around in it "
        "before we cut anything."
    ),
    paragraph("We use no timber from more than four hundred kilometres away, and we plant two for each we fell."),
    heading("Opening hours"),
    paragraph("Monday to Friday, 8:30 to 17:30. Thursdays until 19:00."),
    heading("Where the name comes from"),
    paragraph("The harbour is outside the window. The grain is under your hand."),
)
SERVICES = page(
    paragraph("Most of our work is made to measure. A few things we keep on the shelf."),
    heading("Made to measure"),
    bullets("Staircases, straight and spiral", "Doors and sash windows", "Fitted kitchens", "Tables and benches"),
    heading("Repairs"),
    paragraph("We repair what others made, if it was made to be repaired. An estimate costs nothing."),
    heading("Prices"),
    paragraph("A sash window starts at 640 euros, an inside door at 890 euros, fitted."),
)
CONTACT = page(
    paragraph("Write to oficina@harbour-grain.example or call +351 210 000 142."),
    paragraph("Rua do Cais 14, 1100-042 Lisboa. The bell is the brass one."),
)
TEAM = page(
    paragraph("Nine people, in the order in which they make coffee."),
    heading("Inês Duarte"),
    paragraph("Founder. Staircases, geometry, bad puns."),
    heading("Rui Salgado"),
    paragraph("Founder. Windows. Has never once lost a pencil."),
    heading("Marta Pires"),
    paragraph("Runs the office, writes the journal."),
)

PAGES = (
    (7, "Home", "home", "publish", HOME, 0),
    (42, "About", "about", "publish", ABOUT, 1),
    (44, "Services", "services", "publish", SERVICES, 2),
    (46, "Contact", "contact", "publish", CONTACT, 3),
    (311, "Team", "", "draft", TEAM, 4),
)

CATEGORIES = (
    (1, "Journal", "journal", "What happens at the bench."),
    (2, "Projects", "projects", "Finished pieces and where they live."),
)
TAGS = ((4, "Chestnut", "chestnut"), (5, "Oak", "oak"), (6, "Windows", "windows"), (8, "Workshop", "workshop"))

POSTS = (
    (
        101,
        "Forty windows for the customs house",
        "forty-windows",
        "2026-03-02T09:00:00",
        [2],
        [5, 6],
        page(
            paragraph("The first twelve sashes went up this week, and the tide did not get a single one of them."),
            paragraph("Each has 31 joints and no screw. The last ones follow in May."),
        ),
    ),
    (
        104,
        "A stair without a nail",
        "a-stair-without-a-nail",
        "2026-04-13T10:30:00",
        [2],
        [4],
        page(
            paragraph("Chestnut moves. So we let it: the treads hang in their strings like drawers."),
            heading("What it carries"),
            paragraph("On Friday all nine of us stood on it at once, and a dog."),
        ),
    ),
    (
        109,
        "Why we stopped using teak",
        "why-we-stopped-using-teak",
        "2026-05-21T08:15:00",
        [1],
        [5],
        page(paragraph("It was beautiful, and it came from nowhere anybody could show us on a map.")),
    ),
    (
        113,
        "Open workshop in June",
        "open-workshop-in-june",
        "2026-06-04T12:00:00",
        [1],
        [8],
        page(paragraph("Every Thursday in June somebody will put a plane in your hand. Children are welcome.")),
    ),
    (
        118,
        "Sharpening, slowly",
        "sharpening-slowly",
        "2026-07-09T16:45:00",
        [1],
        [8],
        page(
            paragraph("A chisel is sharp when it shaves the hair off an arm. Rui has very smooth arms."),
            bullets("Flatten the back, once", "Hone the bevel, often", "Strop, always"),
        ),
    ),
)

COMMENTS = (
    (1, 101, "Teresa Lobo", "teresa@readers.example", "approved", "I pass them every morning. Beautiful work."),
    (2, 101, "Jonas Weber", "jonas@readers.example", "approved", "How do you keep the salt out of the pulleys?"),
    (3, 104, "Ana", "ana@readers.example", "hold", "Which dog?"),
    (4, 113, "Cheap Pills", "offers@pills.example", "spam", "Best prices, click here."),
)

PLUGINS = (
    {
        "id": "akismet/akismet",
        "status": "active",
        "name": "Akismet Anti-spam: Spam Protection",
        "plugin_uri": "https://akismet.com/",
        "author": "Automattic - Anti-spam Team",
        "author_uri": "https://automattic.com/wordpress-plugins/",
        "description": "Keeps spam out of the comments while you sleep.",
        "version": "5.7.2",
        "requires_wp": "5.8",
        "requires_php": "7.2",
        "textdomain": "akismet",
    },
    {
        "id": "hello",
        "status": "inactive",
        "name": "Hello Dolly",
        "plugin_uri": "http://wordpress.org/plugins/hello-dolly/",
        "author": "Matt Mullenweg",
        "author_uri": "http://ma.tt/",
        "description": "Shows a line of a song in the corner of every admin page.",
        "version": "1.7.2",
        "requires_wp": "",
        "requires_php": "",
        "textdomain": "hello-dolly",
    },
    {
        "id": "quayside-forms/quayside-forms",
        "status": "active",
        "name": "Quayside Contact Form",
        "plugin_uri": "https://quayside.example/forms/",
        "author": "Quayside",
        "author_uri": "https://quayside.example/",
        "description": "One contact form, no more and no less.",
        "version": "2.3.0",
        "requires_wp": "6.0",
        "requires_php": "7.4",
        "textdomain": "quayside-forms",
    },
)

# What the site can install.
DIRECTORY = (
    {
        "id": "tide-table/tide-table",
        "status": "inactive",
        "name": "Tide Table",
        "plugin_uri": "https://tides.example/",
        "author": "Tides and Sons",
        "author_uri": "https://tides.example/",
        "description": "Shows when the water is high.",
        "version": "1.4.0",
        "requires_wp": "6.0",
        "requires_php": "7.4",
        "textdomain": "tide-table",
    },
)

USERS = (
    (1, "owner", "Inês Duarte", "owner@harbour-grain.example", "administrator"),
    (2, "marta", "Marta Pires", "marta@harbour-grain.example", "editor"),
    (3, "tomas", "Tomás Reis", "tomas@harbour-grain.example", "author"),
    (4, "guest", "Guest", "guest@harbour-grain.example", "subscriber"),
)

SETTINGS = {
    "title": "Harbour &amp; Grain",
    "description": "Joinery on the waterfront",
    "email": "owner@harbour-grain.example",
    "timezone": "Europe/Lisbon",
    "show_on_front": "page",
    "page_on_front": 7,
}
