#!/usr/bin/env python3
"""Checks the days in src/time/holidays.toml against packages that reckon them, year by year.

    python3 scripts/check-holidays.py [--venv DIR] [--dates NAME]

Each entry is compared with every source that has it, from 1990 to 2040: a table must have exactly
the source's dates, within the years that the table spans; a rule must give the source's day.
Prints one line a difference, which entries no package has, and how many dates were compared. Exits
with 1 if there is a difference, or if a table has no source.

With --dates NAME it prints the dates of an entry in the form in which the table has them, by its
first source.

The sources: lunardate (the Chinese calendar), hijridate (the Umm al-Qura calendar, the official one
of Saudi Arabia; where the crescent is awaited, a day may move by one), convertdate and pyluach (the
Jewish calendar), ephem (the sun and the moon), dateutil (Easter), and holidays (its own tables, and
what is a holiday where).

Needs: Python 3.11. The first run makes a venv and installs the packages there with pip. Writes
nothing but the venv.
"""

import argparse
import datetime
import math
import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

PACKAGES = [
    "convertdate==2.5.1",
    "ephem==4.2.1",
    "hijridate==2.6.0",
    "holidays==0.109",
    "lunardate==0.3.0",
    "pyluach==2.3.0",
    "python-dateutil==2.9.0.post0",
]
TOML = Path(__file__).resolve().parent.parent / "src" / "time" / "holidays.toml"
YEARS = range(1990, 2041)


# What runs inside the venv.


def chinese(month, day, table=None):
    """A day of the Chinese calendar: by lunardate, and by a table of holidays if it has one."""
    from holidays.calendars.chinese import _ChineseLunisolar
    from lunardate import LunarDate

    sources = {"lunardate": [LunarDate(year, month, day).to_solar_date() for year in YEARS]}
    if table:
        tabled = getattr(_ChineseLunisolar, table)
        sources["holidays"] = [datetime.date(year, *tabled[year]) for year in YEARS]
    return sources


def eve(sources):
    """The days before those of the sources."""
    one = datetime.timedelta(1)
    return {source: [date - one for date in dates] for source, dates in sources.items()}


def jewish(month, day, table, leap_month=None):
    """The daytime of a day of the Jewish calendar, whose evening before is its beginning."""
    from convertdate import hebrew
    from holidays.calendars.hebrew import _HebrewLunisolar
    from pyluach.dates import HebrewDate

    def in_calendar(to_greg, leap):
        found = []
        # The years of creation that begin in and before these, months counted from Nisan.
        for year in range(YEARS[0] + 3760, YEARS[-1] + 3762):
            number = leap_month if leap_month and leap(year) else month
            date = datetime.date(*to_greg(year, number, day))
            if date.year in YEARS:
                found.append(date)
        return sorted(found)

    def pyluach(year, number, day):
        return HebrewDate(year, number, day).to_greg().tuple()

    tabled = getattr(_HebrewLunisolar, table)
    return {
        "pyluach": in_calendar(pyluach, hebrew.leap),
        "convertdate": in_calendar(hebrew.to_gregorian, hebrew.leap),
        "holidays": [datetime.date(year, *tabled[year]) for year in YEARS],
    }


# The crescent was seen a day later than reckoned, and most countries followed Saudi Arabia.
ANNOUNCED = {
    datetime.date(2015, 9, 23): datetime.date(2015, 9, 24),
    datetime.date(2016, 9, 11): datetime.date(2016, 9, 12),
}


def islamic(month, day, table):
    """A day of the Umm al-Qura calendar, or as it was announced. Some years have two."""
    from hijridate import Hijri
    from holidays.calendars.islamic import _IslamicLunar

    dates = [Hijri(year, month, day).to_gregorian() for year in range(1408, 1466)]
    tabled = []
    for year in YEARS:
        days = getattr(_IslamicLunar, table)[year]
        days = days if isinstance(days[0], tuple) else [days]
        tabled += sorted(datetime.date(year, *each) for each in days)
    found = [datetime.date(d.year, d.month, d.day) for d in dates if d.year in YEARS]
    if table != "EID_AL_ADHA_DATES":
        return {"hijridate": found, "holidays": tabled}
    # Malaysia's days are those announced.
    seen = [d for d in country("MY", "Eid al-Adha", 0) if d.year in (2015, 2016)]
    return {
        "hijridate": [ANNOUNCED.get(date, date) for date in found],
        "holidays": [ANNOUNCED.get(date, date) for date in tabled],
        "holidays of Malaysia": seen,
    }


def degrees(body, time):
    """The ecliptic longitude of date."""
    import ephem

    return math.degrees(ephem.Ecliptic(body(time), epoch=time).lon)


def qingming():
    """The day in China on which the sun reaches 15 degrees."""
    import ephem

    def reckoned(year):
        low = ephem.Date((year, 4, 3))
        high = low + 4
        for _ in range(40):
            middle = (low + high) / 2
            if degrees(ephem.Sun, middle) < 15:
                low = middle
            else:
                high = middle
        return ephem.Date(low + 8 / 24).datetime().date()

    return {
        "ephem": [reckoned(year) for year in YEARS],
        "holidays": world("_add_qingming_festival"),
    }


def diwali():
    """The day of the last new moon of Ashvina at dusk in Delhi, the first if it lasts for two."""
    import ephem
    from holidays.calendars.hindu import _HinduLunisolar

    def dusk(date):
        delhi = ephem.Observer()
        delhi.lat, delhi.lon = "28.61", "77.21"
        delhi.date = ephem.Date((date.year, date.month, date.day, 6, 30))
        return delhi.next_setting(ephem.Sun())

    def dark(date):
        # The thirtieth of the month's days: the moon is within 12 degrees behind the sun.
        time = dusk(date)
        return (degrees(ephem.Moon, time) - degrees(ephem.Sun, time)) % 360 >= 348

    def reckoned(year):
        moon = ephem.next_new_moon((year, 10, 10))
        # The sun is in sidereal Libra; the precession is Lahiri's, to a hundredth of a degree.
        while not 180 <= degrees(ephem.Sun, moon) - 23.853 - (year - 2000) * 0.01397 < 210:
            moon = ephem.next_new_moon(moon + 1)
        near = ephem.Date(moon + 5.5 / 24).datetime().date()
        days = [near + datetime.timedelta(shift) for shift in (-2, -1, 0, 1)]
        return next((date for date in days if dark(date)), None)

    dates = [reckoned(year) for year in range(1990, 2036)]
    tabled = _HinduLunisolar.DIWALI_INDIA_DATES
    return {
        "ephem": dates,
        "holidays": [datetime.date(year, *day) for year, day in tabled.items()],
    }


def tables():
    """By the first name of each entry that has a table: the dates by each source."""
    return {
        "chinese new year": chinese(1, 1, "LUNAR_NEW_YEAR_DATES"),
        "mid autumn festival": chinese(8, 15, "MID_AUTUMN_DATES"),
        "dragon boat festival": chinese(5, 5, "DRAGON_BOAT_DATES"),
        "qixi": chinese(7, 7),
        "double ninth festival": chinese(9, 9, "DOUBLE_NINTH_DATES"),
        "lantern festival": chinese(1, 15),
        "chinese new years eve": eve(chinese(1, 1, "LUNAR_NEW_YEAR_DATES")),
        "qingming": qingming(),
        "diwali": diwali(),
        "eid al fitr": islamic(10, 1, "EID_AL_FITR_DATES"),
        "eid al adha": islamic(12, 10, "EID_AL_ADHA_DATES"),
        "ramadan": islamic(9, 1, "RAMADAN_BEGINNING_DATES"),
        "islamic new year": islamic(1, 1, "HIJRI_NEW_YEAR_DATES"),
        "passover": jewish(1, 15, "PASSOVER_DATES"),
        "rosh hashanah": jewish(7, 1, "ROSH_HASHANAH_DATES"),
        "yom kippur": jewish(7, 10, "YOM_KIPPUR_DATES"),
        "hanukkah": jewish(9, 25, "HANUKKAH_DATES"),
        "sukkot": jewish(7, 15, "SUKKOT_DATES"),
        "shavuot": jewish(3, 6, "SHAVUOT_DATES"),
        # In the second Adar of a leap year.
        "purim": jewish(12, 14, "PURIM_DATES", leap_month=13),
    }


def world(method):
    """What one method of holidays adds in each year."""
    from holidays.groups import (
        ChineseCalendarHolidays,
        ChristianHolidays,
        InternationalHolidays,
    )
    from holidays.holiday_base import HolidayBase

    class World(
        HolidayBase, ChineseCalendarHolidays, ChristianHolidays, InternationalHolidays
    ):
        country = "WORLD"

        def __init__(self):
            ChineseCalendarHolidays.__init__(self)
            ChristianHolidays.__init__(self)
            InternationalHolidays.__init__(self)
            super().__init__(years=YEARS)

        def _populate(self, year):
            self._year = year
            getattr(self, method)("it")

    return sorted(World())


WORLD = {
    "new years eve": "_add_new_years_eve",
    "new years day": "_add_new_years_day",
    "international womens day": "_add_womens_day",
    "st patricks day": "_add_saint_patricks_day",
    "international workers day": "_add_labor_day",
    "childrens day": "_add_childrens_day",
    "all saints day": "_add_all_saints_day",
    "all souls day": "_add_all_souls_day",
    "veterans day": "_add_remembrance_day",
    "christmas eve": "_add_christmas_eve",
    "christmas": "_add_christmas_day",
    "boxing day": "_add_christmas_day_two",
    "easter": "_add_easter_sunday",
    "easter monday": "_add_easter_monday",
    "easter saturday": "_add_holy_saturday",
    "good friday": "_add_good_friday",
    "maundy thursday": "_add_holy_thursday",
    "palm sunday": "_add_palm_sunday",
    "holy week": "_add_palm_sunday",
    "ash wednesday": "_add_ash_wednesday",
    "clean monday": "_add_ash_monday",
    "mardi gras": "_add_carnival_tuesday",
    "ascension day": "_add_ascension_thursday",
    "pentecost": "_add_pentecost",
    "whit monday": "_add_pentecost_monday",
    "trinity sunday": "_add_trinity_sunday",
}
# The country, a word of the name there, and days from that one.
COUNTRIES = {
    "martin luther king day": ("US", "Martin Luther King", 0),
    "groundhog day": ("US", "Groundhog Day", 0),
    "valentines day": ("US", "Valentine's Day", 0),
    "presidents day": ("US", "Washington's Birthday", 0),
    "mothers day": ("US", "Mother's Day", 0),
    "memorial day": ("US", "Memorial Day", 0),
    "fathers day": ("US", "Father's Day", 0),
    "juneteenth": ("US", "Juneteenth", 0),
    "canada day": ("CA", "Canada Day", 0),
    "independence day": ("US", "Independence Day", 0),
    "bastille day": ("FR", "National Day", 0),
    "labor day": ("US", "Labor Day", 0),
    "columbus day": ("US", "Columbus Day", 0),
    "halloween": ("US", "Halloween", 0),
    "thanksgiving": ("US", "Thanksgiving", 0),
    "black friday": ("US", "Thanksgiving", 1),
    "cyber monday": ("US", "Thanksgiving", 4),
    "giving tuesday": ("US", "Thanksgiving", 5),
}


def country(code, name, shift):
    """The days of a holiday of a country; years in which it was none are missing."""
    import holidays

    of = getattr(holidays, code)
    known = [kind for kind in ("public", "unofficial") if kind in of.supported_categories]
    days = of(years=YEARS, observed=False, categories=known, language="en_US")
    return sorted(
        date + datetime.timedelta(shift)
        for date, names in days.items()
        if any(each.startswith(name) for each in names.split("; "))
    )


def by_rule(entry, year):
    """The day that a rule of the file gives, if it needs no other holiday."""
    from dateutil.easter import easter

    if "easter" in entry:
        return easter(year) + datetime.timedelta(entry["easter"])
    if "day" in entry:
        return datetime.date(year, entry["month"], entry["day"])
    first = datetime.date(year, entry["month"], 1)
    days = [first + datetime.timedelta(n) for n in range(31)]
    within = [
        day for day in days if day.month == first.month and day.weekday() == entry["weekday"]
    ]
    nth = entry["nth"]
    return within[nth - 1 if nth > 0 else nth] + datetime.timedelta(entry.get("offset", 0))


def with_dates(entry, entries):
    """An entry that lies beside a tabled one, with the dates that follow from it."""
    if "of" not in entry:
        return entry
    base = next(e for e in entries if entry["of"] in e["names"])
    shift = datetime.timedelta(entry["shift"])
    days = [datetime.datetime.strptime(str(d), "%Y%m%d") + shift for d in base["dates"]]
    return entry | {"dates": [int(f"{day:%Y%m%d}") for day in days]}


def differences(entry, sources):
    """What differs in an entry, in lines, and how many dates were compared."""
    lines, compared = [], 0
    if "dates" in entry:
        listed = [datetime.datetime.strptime(str(d), "%Y%m%d").date() for d in entry["dates"]]
        if listed != sorted(set(listed)):
            lines.append("the dates are not in order")
    for source, dates in sources.items():
        years = {date.year for date in dates}
        if "dates" in entry:
            years &= set(range(listed[0].year, listed[-1].year + 1))
            ours = {date for date in listed if date.year in years}
        else:
            ours = {by_rule(entry, year) for year in years}
        theirs = {date for date in dates if date.year in years}
        compared += len(theirs)
        lines += [f"{date} is not in {source}" for date in sorted(ours - theirs)]
        lines += [f"{date} is missing, {source} has it" for date in sorted(theirs - ours)]
    return lines, compared


def check():
    """Compares every entry; gives the exit code."""
    entries = tomllib.loads(TOML.read_text(encoding="utf-8"))["holiday"]
    tabled = tables()
    fault, unknown, total, by_source = False, [], 0, {}
    for entry in [with_dates(entry, entries) for entry in entries]:
        name = entry["names"][0]
        if "dates" in entry:
            sources = tabled.get(name, {})
        elif name in WORLD:
            sources = {"holidays": world(WORLD[name])}
        elif name in COUNTRIES:
            sources = {"holidays": country(*COUNTRIES[name])}
        else:
            sources = {}
        lines, compared = differences(entry, sources)
        if not compared:
            unknown.append(name)
            lines += ["no source has its table"] if "dates" in entry else []
        for line in lines:
            print(f"{name}: {line}")
        fault |= bool(lines)
        total += compared
        for source, dates in sources.items():
            by_source[source] = by_source.get(source, 0) + len(dates)
    print(f"in no package, and so unchecked: {', '.join(unknown)}")
    print(f"{len(entries)} holidays, {total} dates compared; dates of each source: {by_source}")
    return 1 if fault else 0


def print_dates(name):
    """The dates of an entry by its first source, ten a line."""
    known = tables()
    if name not in known:
        sys.exit(f"no source has the dates of {name!r}; those known: {', '.join(sorted(known))}")
    dates = [f"{date:%Y%m%d}" for date in next(iter(known[name].values()))]
    for at in range(0, len(dates), 10):
        print("    " + ", ".join(dates[at : at + 10]) + ",")


# What runs outside it, with the standard library only.


def main():
    if sys.argv[1:2] == ["in-venv"]:
        return print_dates(sys.argv[2]) if len(sys.argv) > 2 else sys.exit(check())
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--venv", metavar="DIR", default=f"{target}/check-holidays")
    parser.add_argument("--dates", metavar="NAME", help="print an entry's dates by its source")
    arguments = parser.parse_args()
    python = Path(arguments.venv) / "bin" / "python"
    if not python.exists():
        print(f"Making a venv with the sources in {arguments.venv}", file=sys.stderr)
        venv.create(arguments.venv, with_pip=True)
    # Does nothing, and asks no network, when all is there.
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]
    if subprocess.run(pip).returncode != 0:
        sys.exit("pip could not install the sources")
    named = [arguments.dates] if arguments.dates else []
    sys.exit(subprocess.run([python, __file__, "in-venv", *named]).returncode)


if __name__ == "__main__":
    main()
