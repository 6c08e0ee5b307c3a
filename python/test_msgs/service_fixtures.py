"""Services for tests: for each type of `test_msgs`, requests and the responses that answer them."""
from __future__ import annotations

from typing import Any, Callable, Dict, List

from test_msgs.message_fixtures import get_msg_arrays, get_msg_basic_types
from test_msgs.srv import Arrays, BasicTypes, Empty

#: Longer than what a short string fits in.
_LONG = ''.join(str(i % 10) for i in range(20000))


def _like(made: Any, message: Any, **others: Any) -> Any:
    """Set the fields of a request or response as in a message."""
    for name in message.get_fields_and_field_types():
        if hasattr(made, name):
            setattr(made, name, getattr(message, name))
    for name, value in others.items():
        setattr(made, name, value)
    return made


def get_srv_empty() -> List[List[Any]]:
    """A service without fields."""
    return [[Empty.Request(), Empty.Response()]]


def get_srv_basic_types() -> List[List[Any]]:
    """Edge values; no request is equal to another."""
    messages = get_msg_basic_types()
    texts = ['', 'request', 'max value', _LONG]
    return [[_like(BasicTypes.Request(), asked, string_value=text),
             _like(BasicTypes.Response(), answered, string_value=f'reply {text}')]
            for asked, answered, text in zip(messages, messages[::-1], texts)]


def get_srv_arrays() -> List[List[Any]]:
    """Arrays of three, answered backwards."""
    basic = get_msg_basic_types()[:3]
    [message] = get_msg_arrays()
    request = _like(Arrays.Request(), message, basic_types_values=basic)
    response = _like(Arrays.Response(), message, basic_types_values=basic[::-1],
                     bool_values=[True, False, True], string_values=['min value', 'max value', ''])
    return [[request, response]]


_BY_NAME: Dict[str, Callable[[], List[List[Any]]]] = {
    'Empty': get_srv_empty, 'BasicTypes': get_srv_basic_types, 'Arrays': get_srv_arrays,
}


def get_test_srv(service_name: str) -> List[List[Any]]:
    """Pairs of a request and its response, by name. Raises NotImplementedError for unknown names."""
    if service_name not in _BY_NAME:
        raise NotImplementedError(f'There are no fixtures of the service {service_name}')
    return _BY_NAME[service_name]()
