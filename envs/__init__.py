"""The environments of meeplezoo: the engine and one room per game."""

if __name__ != "meeplezoo.envs":
    raise ImportError(
        "this folder is the package meeplezoo.envs: install the project (pip install -e .) and import meeplezoo"
    )
