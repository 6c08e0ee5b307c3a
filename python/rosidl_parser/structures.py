"""What an interface definition consists of, above its types."""
from __future__ import annotations

import pathlib
from typing import Any, List, Optional, Sequence

from .definition import (
    ACTION_FEEDBACK_SUFFIX, ACTION_GOAL_SUFFIX, ACTION_RESULT_SUFFIX, AbstractType, NamespacedType,
    SERVICE_REQUEST_MESSAGE_SUFFIX, SERVICE_RESPONSE_MESSAGE_SUFFIX)


class Annotation:
    """A remark of a definition: a name and a value."""

    def __init__(self, name: str, value: Any) -> None:
        assert isinstance(name, str)
        self.name = name
        self.value = value


class Annotatable:
    """Something that may have remarks."""

    def __init__(self) -> None:
        self.annotations: List[Annotation] = []

    def get_annotation_values(self, name: str) -> List[Any]:
        """The values of all remarks of a name."""
        return [each.value for each in self.annotations if each.name == name]

    def get_annotation_value(self, name: str) -> Any:
        """The value of the only remark of a name. Raises ValueError."""
        values = self.get_annotation_values(name)
        if len(values) != 1:
            raise ValueError(f"there are {len(values)} annotations '{name}', not one")
        return values[0]

    def has_annotation(self, name: str) -> bool:
        """Whether there is exactly one remark of a name."""
        return len(self.get_annotation_values(name)) == 1

    def has_annotations(self, name: str) -> bool:
        """Whether there is a remark of a name."""
        return bool(self.get_annotation_values(name))

    def get_comment_lines(self) -> List[str]:
        """The lines of the comments."""
        comments = [value for value in self.get_annotation_values('verbatim')
                    if value.get('language') == 'comment']
        return [line for value in comments for line in value['text'].splitlines()]


class Member(Annotatable):
    """A field."""

    def __init__(self, type_: AbstractType, name: str) -> None:
        super().__init__()
        assert isinstance(type_, AbstractType)
        self.type = type_
        self.name = name


class Constant(Annotatable):
    """A constant."""

    def __init__(self, name: str, type_: AbstractType, value: Any) -> None:
        super().__init__()
        assert isinstance(type_, AbstractType)
        self.name = name
        self.type = type_
        self.value = value


class Structure(Annotatable):
    """Fields under a name."""

    def __init__(self, namespaced_type: NamespacedType,
                 members: Optional[Sequence[Member]] = None) -> None:
        super().__init__()
        assert isinstance(namespaced_type, NamespacedType)
        self.namespaced_type = namespaced_type
        self.members = list(members or [])

    def has_any_member_with_annotation(self, name: str) -> bool:
        """Whether a field has a remark of a name."""
        return any(member.has_annotation(name) for member in self.members)


class Message:
    """A structure with constants."""

    def __init__(self, structure: Structure) -> None:
        assert isinstance(structure, Structure)
        self.structure = structure
        self.constants: List[Constant] = []


class Service:
    """A request and a response."""

    def __init__(self, namespaced_type: NamespacedType, request: Message,
                 response: Message) -> None:
        _expect_name(request, namespaced_type, SERVICE_REQUEST_MESSAGE_SUFFIX)
        _expect_name(response, namespaced_type, SERVICE_RESPONSE_MESSAGE_SUFFIX)
        self.namespaced_type = namespaced_type
        self.request_message = request
        self.response_message = response


class Action:
    """A goal, a result and feedback."""

    def __init__(self, namespaced_type: NamespacedType, goal: Message, result: Message,
                 feedback: Message) -> None:
        for part, suffix in ((goal, ACTION_GOAL_SUFFIX), (result, ACTION_RESULT_SUFFIX),
                             (feedback, ACTION_FEEDBACK_SUFFIX)):
            _expect_name(part, namespaced_type, suffix)
        self.namespaced_type = namespaced_type
        self.goal, self.result, self.feedback = goal, result, feedback


def _expect_name(message: Message, base: NamespacedType, suffix: str) -> None:
    found = message.structure.namespaced_type
    assert found.namespaces == base.namespaces, 'the namespaces differ'
    assert found.name == base.name + suffix, f'{found.name} is not {base.name + suffix}'


class Include:
    """Another file."""

    def __init__(self, locator: str) -> None:
        self.locator = locator


class IdlLocator:
    """Where a file is: a folder, and the path in it."""

    def __init__(self, basepath: pathlib.Path, relative_path: pathlib.Path) -> None:
        self.basepath = basepath
        self.relative_path = relative_path

    def get_absolute_path(self) -> pathlib.Path:
        """The whole path."""
        return self.basepath / self.relative_path


class IdlContent:
    """What is in a file."""

    def __init__(self) -> None:
        self.elements: List[Any] = []

    def get_elements_of_type(self, type_: type) -> List[Any]:
        """The elements of a class."""
        return [each for each in self.elements if isinstance(each, type_)]


class IdlFile:
    """A file and what is in it."""

    def __init__(self, locator: IdlLocator, content: IdlContent) -> None:
        assert isinstance(locator, IdlLocator)
        assert isinstance(content, IdlContent)
        self.locator = locator
        self.content = content
