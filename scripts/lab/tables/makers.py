"""Prints statements with reportlab and fpdf2. Arguments: the folder. Input: the statements as JSON."""

import json
import os
import sys

from fpdf import FPDF
from fpdf.enums import TableBordersLayout, TableCellFillMode
from fpdf.fonts import FontFace
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table

FONTS = {"Helvetica": "Helvetica", "Times": "Times-Roman", "Courier": "Courier"}


def grid(table):
    """Returns the texts in a full grid, and the spans as (left, top, right, bottom)."""
    rows = table["header"] + table["rows"]
    width = len(table["columns"])
    texts = [[None] * width for _ in rows]
    spans = []
    for top, row in enumerate(rows):
        left = 0
        for cell in row:
            while texts[top][left] is not None:
                left += 1
            right = left + cell.get("colspan", 1) - 1
            bottom = top + cell.get("rowspan", 1) - 1
            for y in range(top, bottom + 1):
                for x in range(left, right + 1):
                    texts[y][x] = ""
            texts[top][left] = cell["text"]
            if (right, bottom) != (left, top):
                spans.append((left, top, right, bottom))
    return texts, spans


def by_reportlab(statement, path):
    layout = statement["layout"]
    font, size = FONTS[layout["font"]], layout["size"]
    style = ParagraphStyle("text", fontName=font, fontSize=size, leading=size * 1.3, spaceAfter=3)
    story = [Paragraph(text.replace("&", "&amp;"), style) for text in statement["before"]]
    for table in statement["tables"]:
        texts, spans = grid(table)
        head = len(table["header"])
        commands = [
            ("FONT", (0, 0), (-1, -1), font, size, size * 1.2),
            ("FONTNAME", (0, 0), (-1, head - 1), {"Helvetica": "Helvetica-Bold", "Times-Roman": "Times-Bold"}[font]),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE" if "middle" in layout["traits"] else "TOP"),
            ("TOPPADDING", (0, 0), (-1, -1), 2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ]
        for index, column in enumerate(table["columns"]):
            commands.append(("ALIGN", (index, 0), (index, -1), column["align"].upper()))
        for left, top, right, bottom in spans:
            commands.append(("SPAN", (left, top), (right, bottom)))
            if right > left and top < head:
                commands.append(("ALIGN", (left, top), (right, top), "CENTER"))
        rules = layout["rules"]
        if rules == "grid":
            commands.append(("GRID", (0, 0), (-1, -1), 0.5, colors.grey))
        if rules == "rows":
            commands.append(("LINEBELOW", (0, 0), (-1, -1), 0.5, colors.grey))
        if rules == "header":
            commands.append(("LINEBELOW", (0, head - 1), (-1, head - 1), 1, colors.black))
        if rules == "columns":
            commands += [("BOX", (0, 0), (-1, -1), 0.5, colors.black), ("INNERGRID", (0, 0), (-1, head - 1), 0.5, colors.black),
                         ("LINEAFTER", (0, 0), (-2, -1), 0.5, colors.black), ("LINEBELOW", (0, head - 1), (-1, head - 1), 0.5, colors.black)]
        if rules == "zebra":
            commands.append(("ROWBACKGROUNDS", (0, head), (-1, -1), [colors.whitesmoke, colors.lightgrey]))
        story += [Spacer(1, 10), Table(texts, [column["width"] for column in table["columns"]], style=commands, repeatRows=head), Spacer(1, 10)]
    story += [Paragraph(text, style) for text in statement["after"]]

    def footer(canvas, doc):
        canvas.setFont(font, 8)
        canvas.drawCentredString(A4[0] / 2, 25, f"Page {doc.page}")

    SimpleDocTemplate(path, pagesize=A4, leftMargin=45, rightMargin=45, topMargin=50, bottomMargin=50).build(
        story, onFirstPage=footer, onLaterPages=footer)


class Paper(FPDF):
    def footer(self):
        self.set_y(-30)
        self.set_font(self.family, size=8)
        self.cell(0, 10, f"Page {self.page_no()}", align="C")


def by_fpdf2(statement, path):
    layout = statement["layout"]
    wide = "landscape" in layout["traits"]
    pdf = Paper(orientation="L" if wide else "P", unit="pt", format="A4")
    pdf.family = layout["font"]
    pdf.set_margins(45, 45)
    pdf.set_auto_page_break(True, 50)
    pdf.add_page()
    size = layout["size"]
    pdf.set_font(layout["font"], size=size)
    for text in statement["before"]:
        pdf.multi_cell(0, size * 1.3, text, new_x="LMARGIN", new_y="NEXT")
    for table in statement["tables"]:
        pdf.ln(10)
        rules = {"grid": "ALL", "none": "NONE", "header": "SINGLE_TOP_LINE", "rows": "HORIZONTAL_LINES", "columns": "MINIMAL"}[layout["rules"]]
        widths = [column["width"] for column in table["columns"]]
        aligns = tuple(column["align"].upper() for column in table["columns"])
        with pdf.table(borders_layout=getattr(TableBordersLayout, rules), col_widths=widths, width=min(sum(widths), pdf.epw), align="LEFT",
                       text_align=aligns, line_height=size * 1.25, padding=2, num_heading_rows=len(table["header"]), v_align="T") as drawn:
            for line in table["header"] + table["rows"]:
                row = drawn.row()
                for cell in line:
                    row.cell(cell["text"], colspan=cell.get("colspan", 1), rowspan=cell.get("rowspan", 1))
        pdf.ln(10)
        pdf.set_font(layout["font"], size=size)
    for text in statement["after"]:
        pdf.multi_cell(0, size * 1.3, text, new_x="LMARGIN", new_y="NEXT")
    pdf.output(path)


for one in json.load(sys.stdin):
    target = os.path.join(sys.argv[1], one["name"] + ".pdf")
    (by_reportlab if one["layout"]["maker"] == "reportlab" else by_fpdf2)(one, target)
