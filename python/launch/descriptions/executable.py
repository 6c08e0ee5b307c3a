"""A command with its folder and environment."""
from __future__ import annotations

import itertools
import os
import re
import shlex
from typing import Any, Dict, Iterable, List, Optional, Tuple

from ..utilities.substitutions_of import (
    normalize_to_list_of_substitutions, perform_substitutions)

#: Numbers that make names of processes unique throughout the program.
_numbers = itertools.count(1)
Pairs = Optional[List[Tuple[List[Any], List[Any]]]]


def numbered(label: str) -> str:
    """The name of a new process, which no other one of this program has."""
    return f'{label}-{next(_numbers)}'


def pairs_of(variables: Any) -> Pairs:
    """Variables of an environment, as substitutions."""
    if variables is None:
        return None
    pairs = variables.items() if hasattr(variables, 'items') else variables
    return [(normalize_to_list_of_substitutions(name), normalize_to_list_of_substitutions(value))
            for name, value in pairs]


def prefix_for(program: str, own: Optional[str], context: Any) -> Optional[str]:
    """The prefix of a command: its own, or that of the launch if its filter matches."""
    given = context.launch_configurations
    if own is not None or 'launch-prefix' not in given:
        return own
    fits = 'launch-prefix-filter' not in given or re.match(given['launch-prefix-filter'], program)
    return given['launch-prefix'] if fits else None


def split_words(texts: Iterable[str]) -> List[str]:
    """The words of texts as in a shell; a quote that is not closed is an ordinary character."""
    words: List[str] = []
    for text in texts:
        try:
            words += shlex.split(text)
        except ValueError:
            words += text.split()
    return words


class Executable:
    """A program that a launch starts; `prepare` performs the substitutions."""

    def __init__(self, *, cmd: Iterable[Any], prefix: Any = None, name: Any = None,
                 cwd: Any = None, env: Any = None, additional_env: Any = None,
                 arguments: Optional[Iterable[Any]] = None) -> None:
        words = [cmd] if isinstance(cmd, str) or hasattr(cmd, 'perform') else list(cmd)
        self._cmd = [normalize_to_list_of_substitutions(word)
                     for word in (*words, *(arguments or ()))]
        self._prefix, self._name, self._cwd = (
            None if each is None else normalize_to_list_of_substitutions(each)
            for each in (prefix, name, cwd))
        self._env, self._additional_env = pairs_of(env), pairs_of(additional_env)
        #: The results of the substitutions; None before `prepare`.
        self.final_name: Optional[str] = None
        self.final_cmd: Optional[List[str]] = None
        self.final_cwd: Optional[str] = None
        self.final_env: Optional[Dict[str, str]] = None

    @property
    def name(self) -> Any:
        """The name as substitutions."""
        return self._name

    @property
    def prefix(self) -> Any:
        """What stands before the command, as substitutions."""
        return self._prefix

    @property
    def cmd(self) -> List[Any]:
        """The words, each as substitutions."""
        return self._cmd

    @property
    def cwd(self) -> Any:
        """The folder as substitutions."""
        return self._cwd

    @property
    def env(self) -> Pairs:
        """The environment instead of the launch's."""
        return self._env

    @property
    def additional_env(self) -> Pairs:
        """The variables besides."""
        return self._additional_env

    def prepare(self, action: Any, context: Any) -> None:
        """Perform the substitutions; upstream's derived descriptions need the action, too."""
        del action
        self.apply_context(context)

    def apply_context(self, context: Any) -> None:
        """Perform the substitutions."""
        def text(parts: Any) -> Optional[str]:
            return None if parts is None else perform_substitutions(context, parts)

        words = [perform_substitutions(context, word) for word in self._cmd]
        program = os.path.basename(words[0]) if words else ''
        prefix = prefix_for(program, text(self._prefix), context)
        self.final_cmd = [*shlex.split(prefix or ''), *words]
        self.final_name = numbered(text(self._name) or program)
        self.final_cwd = text(self._cwd)
        environment = dict(context.environment) if self._env is None else {}
        for name, value in (*(self._env or ()), *(self._additional_env or ())):
            environment[str(text(name))] = str(text(value))
        self.final_env = environment
