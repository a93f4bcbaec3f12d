"""The environments of meeplezoo: the engine and one room per game."""

if __name__ != "meeplezoo.envs":
    raise ImportError(
        f"the folder envs was imported as {__name__!r}, but it is the package meeplezoo.envs: "
        "install the project (pip install -e .) and write 'import meeplezoo'"
    )

#: The rooms: game id (also the folder) -> version of its encodings and rules.
ROOMS = {
    "china": 0,
    "yunnan": 0,
    "dadaocheng": 0,
    "vanuatu": 0,
    "eighty_days": 0,
}
