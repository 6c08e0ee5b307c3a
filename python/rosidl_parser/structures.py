"""The parts of an interface definition, above its types."""
from __future__ import annotations

import pathlib
from typing import Any, Dict, List, Optional, Sequence

from .definition import (
    ACTION_FEEDBACK_MESSAGE_SUFFIX, ACTION_FEEDBACK_SUFFIX, ACTION_GOAL_SERVICE_SUFFIX,
    ACTION_GOAL_SUFFIX, ACTION_RESULT_SERVICE_SUFFIX, ACTION_RESULT_SUFFIX, AbstractType,
    BasicType, BoundedSequence, NamespacedType, SERVICE_EVENT_MESSAGE_SUFFIX,
    SERVICE_REQUEST_MESSAGE_SUFFIX, SERVICE_RESPONSE_MESSAGE_SUFFIX)


class Annotation:
    """An annotation of a definition: a name and a value."""

    def __init__(self, name: str, value: Any) -> None:
        assert isinstance(name, str)
        self.name = name
        self.value = value


class Annotatable:
    """Something that may have annotations."""

    def __init__(self) -> None:
        self.annotations: List[Annotation] = []

    def get_annotation_values(self, name: str) -> List[Any]:
        """The values of all annotations with a name."""
        return [each.value for each in self.annotations if each.name == name]

    def get_annotation_value(self, name: str) -> Any:
        """The value of the only annotation with a name. Raises ValueError."""
        values = self.get_annotation_values(name)
        if len(values) != 1:
            raise ValueError(f"there are {len(values)} annotations '{name}', not one")
        return values[0]

    def has_annotation(self, name: str) -> bool:
        """Whether there is exactly one annotation with a name."""
        return len(self.get_annotation_values(name)) == 1

    def has_annotations(self, name: str) -> bool:
        """Whether there is an annotation with a name."""
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
    """A named group of fields."""

    def __init__(self, namespaced_type: NamespacedType,
                 members: Optional[Sequence[Member]] = None) -> None:
        super().__init__()
        assert isinstance(namespaced_type, NamespacedType)
        self.namespaced_type = namespaced_type
        self.members = list(members or [])

    def has_any_member_with_annotation(self, name: str) -> bool:
        """Whether a field has an annotation with a name."""
        return any(member.has_annotation(name) for member in self.members)


class Message:
    """A structure with constants."""

    def __init__(self, structure: Structure) -> None:
        assert isinstance(structure, Structure)
        self.structure = structure
        self.constants: List[Constant] = []


class Include:
    """A reference to another file."""

    def __init__(self, locator: str) -> None:
        self.locator = locator


class Service:
    """A request, a response, and the event derived from them."""

    def __init__(self, namespaced_type: NamespacedType, request: Message,
                 response: Message) -> None:
        _expect_name(request, namespaced_type, SERVICE_REQUEST_MESSAGE_SUFFIX)
        _expect_name(response, namespaced_type, SERVICE_RESPONSE_MESSAGE_SUFFIX)
        self.namespaced_type = namespaced_type
        self.request_message = request
        self.response_message = response
        self.event_message = _derived(namespaced_type, SERVICE_EVENT_MESSAGE_SUFFIX, {
            'info': NamespacedType(['service_msgs', 'msg'], 'ServiceEventInfo'),
            'request': BoundedSequence(request.structure.namespaced_type, 1),
            'response': BoundedSequence(response.structure.namespaced_type, 1),
        })
        self.implicit_includes = [Include('service_msgs/msg/ServiceEventInfo.idl')]


class Action:
    """A goal, a result and feedback, and the services and message derived from them."""

    def __init__(self, namespaced_type: NamespacedType, goal: Message, result: Message,
                 feedback: Message) -> None:
        for part, suffix in ((goal, ACTION_GOAL_SUFFIX), (result, ACTION_RESULT_SUFFIX),
                             (feedback, ACTION_FEEDBACK_SUFFIX)):
            _expect_name(part, namespaced_type, suffix)
        self.namespaced_type = namespaced_type
        self.goal, self.result, self.feedback = goal, result, feedback
        goal_id = NamespacedType(['unique_identifier_msgs', 'msg'], 'UUID')
        self.send_goal_service = _derived_service(
            namespaced_type, ACTION_GOAL_SERVICE_SUFFIX,
            {'goal_id': goal_id, 'goal': goal.structure.namespaced_type},
            {'accepted': BasicType('boolean'),
             'stamp': NamespacedType(['builtin_interfaces', 'msg'], 'Time')})
        self.get_result_service = _derived_service(
            namespaced_type, ACTION_RESULT_SERVICE_SUFFIX, {'goal_id': goal_id},
            {'status': BasicType('int8'), 'result': result.structure.namespaced_type})
        self.feedback_message = _derived(namespaced_type, ACTION_FEEDBACK_MESSAGE_SUFFIX, {
            'goal_id': goal_id, 'feedback': feedback.structure.namespaced_type})
        self.implicit_includes = [Include(f'{name}.idl') for name in (
            'builtin_interfaces/msg/Time', 'service_msgs/msg/ServiceEventInfo',
            'unique_identifier_msgs/msg/UUID')]


def _derived(base: NamespacedType, suffix: str, members: Dict[str, AbstractType]) -> Message:
    name = NamespacedType(base.namespaces, base.name + suffix)
    return Message(Structure(name, [Member(type_, key) for key, type_ in members.items()]))


def _derived_service(base: NamespacedType, suffix: str, request: Dict[str, AbstractType],
                     response: Dict[str, AbstractType]) -> Service:
    name = NamespacedType(base.namespaces, base.name + suffix)
    return Service(name, _derived(name, SERVICE_REQUEST_MESSAGE_SUFFIX, request),
                   _derived(name, SERVICE_RESPONSE_MESSAGE_SUFFIX, response))


def _expect_name(message: Message, base: NamespacedType, suffix: str) -> None:
    found = message.structure.namespaced_type
    assert found.namespaces == base.namespaces, 'the namespaces differ'
    assert found.name == base.name + suffix, f'{found.name} is not {base.name + suffix}'


class IdlLocator:
    """The place of a file: a folder, and a path in it."""

    def __init__(self, basepath: pathlib.Path, relative_path: pathlib.Path) -> None:
        self.basepath = pathlib.Path(basepath)
        self.relative_path = pathlib.Path(relative_path)

    def get_absolute_path(self) -> pathlib.Path:
        """The whole path."""
        return self.basepath / self.relative_path


class IdlContent:
    """The content of a file."""

    def __init__(self) -> None:
        self.elements: List[Any] = []

    def get_elements_of_type(self, type_: type) -> List[Any]:
        """The elements of a class."""
        return [each for each in self.elements if isinstance(each, type_)]


class IdlFile:
    """A file and its content."""

    def __init__(self, locator: IdlLocator, content: IdlContent) -> None:
        assert isinstance(locator, IdlLocator)
        assert isinstance(content, IdlContent)
        self.locator = locator
        self.content = content
