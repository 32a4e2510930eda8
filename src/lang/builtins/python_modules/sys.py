# What of the interpreter tutorials ask for.

maxsize = 9223372036854775807
byteorder = "little"
platform = "linux"


def getrecursionlimit():
    """How deep functions may call functions."""
    return 1000


def setrecursionlimit(limit):
    """Has no effect: functions may call functions 1000 deep."""
