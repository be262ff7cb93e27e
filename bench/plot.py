"""Draws the op rows of `tilewright bench --json` as an SVG: speed against the peer, one thread, one bar per case.

    ./tilewright bench --json > bench.json && python3 bench/plot.py bench.json > docs/performance.svg
"""

import json
import sys

WIDTH, BAR, LEFT, RIGHT, TOP = 860, 18, 330, 90, 46
LIMIT = 4.0  # bars end here; the number says the rest


def text(x, y, words, anchor="start", size=12):
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}">{words}</text>'


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        data = json.load(file)
    rows = [row for row in data["ops"]["rows"] if "speed_against_peer" in row["ratios"]]
    height = TOP + len(rows) * (BAR + 6) + 24
    unit = (WIDTH - LEFT - RIGHT) / LIMIT
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        text(10, 20, f"Speed of the virtual card against {data['ops']['peer']}, one thread (1 = as fast)", size=14),
    ]
    for tick in (0.5, 1, 2, 3, 4):
        x = LEFT + tick * unit
        colour = "#888" if tick == 1 else "#ddd"
        out.append(f'<line x1="{x:.0f}" y1="{TOP - 8}" x2="{x:.0f}" y2="{height - 16}" stroke="{colour}"/>')
        out.append(text(x, TOP - 12, f"{tick:g}", "middle", 10))
    for index, row in enumerate(rows):
        y = TOP + index * (BAR + 6)
        ratio = row["ratios"]["speed_against_peer"]
        colour = "#2a7d4f" if ratio >= 1 else "#c98a1b" if ratio >= 0.5 else "#b0413e"
        shape = "x".join(str(dim) for dim in row["shape"])
        out.append(text(LEFT - 8, y + 13, f"{row['op']} {shape} {row['dtype']}", "end"))
        length = min(ratio, LIMIT) * unit
        out.append(f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR}" fill="{colour}"/>')
        out.append(text(LEFT + length + 6, y + 13, f"{ratio:.2f}"))
    out.append("</svg>")
    print("\n".join(out))


if __name__ == "__main__":
    main()
