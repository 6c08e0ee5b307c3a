"""Elements of launch files in XML and YAML, for programs that read them."""
from __future__ import annotations

from typing import Any, List, Optional, get_args, get_origin

from ..utilities.type_utils import get_typed_value


class Entity:
    """An element: its name, its typed attributes, and its children."""

    def __init__(self, type_name: str, parent: Optional['Entity'] = None) -> None:
        self.type_name = type_name
        self.parent = parent
        self._unread: set[str] = set()
        self._unread_children: set[str] = set()

    #: What attributes are called in errors.
    word_for_attributes = 'attribute(s)'
    #: What the element is if it is only a text, as YAML allows.
    text: Optional[str] = None

    @property
    def children(self) -> List['Entity']:
        """The child elements."""
        raise NotImplementedError

    def get_attr(self, name: str, *, data_type: Any = str, optional: bool = False, can_be_str: bool = True) -> Any:
        """An attribute of a type: str, int, float, bool, a list of one of them, or `List[Entity]`.

        Raises AttributeError if it is missing and not optional, TypeError if it is of another type.
        """
        found = self._find(name, get_origin(data_type) is list and get_args(data_type) == (Entity,))
        if found is None:
            if optional:
                return None
            raise AttributeError(f"Attribute '{name}' of type '{data_type}' not found in Entity '{self.type_name}'")
        self._unread.discard(name)
        try:
            return self._typed(found, data_type, can_be_str)
        except ValueError:
            raise TypeError(f"Attribute '{name}' of Entity '{self.type_name}' expected to be of type '{data_type}', "
                            f"got '{found}'") from None

    def assert_entity_completely_parsed(self) -> None:
        """Raises ValueError for attributes and children that nobody has asked for."""
        if self._unread_children:
            raise ValueError(f'Unexpected nested entity(ies) found in `{self.type_name}`: {self._unread_children}')
        if self._unread:
            raise ValueError(f'Unexpected {self.word_for_attributes} found in `{self.type_name}`: {self._unread}')

    def _find(self, name: str, entities: bool) -> Any:
        raise NotImplementedError

    def _typed(self, found: Any, data_type: Any, can_be_str: bool) -> Any:
        raise NotImplementedError


class XmlEntity(Entity):
    """An element of XML."""

    def __init__(self, element: Any, parent: Optional[Entity] = None) -> None:
        super().__init__(element.tag, parent)
        self._element = element
        self._unread = {name for name in element.attrib if not name.endswith('-sep')}
        self._unread_children = {child.tag for child in element}

    @property
    def children(self) -> List[Entity]:
        """See `Entity`."""
        self._unread_children = set()
        return [XmlEntity(child, self) for child in self._element]

    def _find(self, name: str, entities: bool) -> Any:
        if entities:
            found = [XmlEntity(child, self) for child in self._element if child.tag == name]
            self._unread_children.discard(name)
            return found or None
        value = self._element.attrib.get(name)
        separator = self._element.attrib.get(f'{name}-sep')
        return value if value is None or separator is None else value.split(separator)

    def _typed(self, found: Any, data_type: Any, can_be_str: bool) -> Any:
        if isinstance(found, list) and found and isinstance(found[0], Entity):
            return found
        return get_typed_value(found, data_type, can_be_str=can_be_str)


class YamlEntity(Entity):
    """An element of YAML: a map, a list of child elements, or a text."""

    word_for_attributes = 'key(s)'

    def __init__(self, element: Any, type_name: str = '', parent: Optional[Entity] = None) -> None:
        super().__init__(type_name, parent)
        self._element = element
        self.text = element if isinstance(element, str) else None
        self._unread = set(element) - {'children'} if isinstance(element, dict) else set()
        inner = element.get('children') if isinstance(element, dict) else element
        self._unread_children = {
            name for child in inner if isinstance(child, dict) for name in child} if isinstance(inner, list) else set()

    @property
    def children(self) -> List[Entity]:
        """See `Entity`."""
        if not isinstance(self._element, (dict, list)):
            raise TypeError(f'Expected a dict or list, got {type(self._element)}')
        if isinstance(self._element, dict) and 'children' not in self._element:
            raise ValueError(f'Expected entity `{self.type_name}` to have children entities. That can be a list of '
                             'subentities or a dictionary with a `children` list element')
        self._unread_children = set()
        inner = self._element['children'] if isinstance(self._element, dict) else self._element
        entities: List[Entity] = []
        for child in inner:
            if not isinstance(child, dict) or len(child) != 1:
                raise RuntimeError('Subentities must be a dictionary with only one key, which is the entity type')
            (name, value), = child.items()
            entities.append(YamlEntity(value, name, self))
        return entities

    def _find(self, name: str, entities: bool) -> Any:
        found = self._element.get(name) if isinstance(self._element, dict) else None
        if not entities or found is None:
            return found
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            raise TypeError(f"Attribute '{name}' of Entity '{self.type_name}' expected to be a list of dictionaries")
        return [YamlEntity(each, name, self) for each in found]

    def _typed(self, found: Any, data_type: Any, can_be_str: bool) -> Any:
        if data_type is None or isinstance(found, list) and found and isinstance(found[0], Entity):
            return found
        if data_type is list or get_origin(data_type) is list:
            kind = (get_args(data_type) or (None,))[0]
            fits = isinstance(found, list) and (kind is None or all(type(each) is kind for each in found))
        else:
            fits = type(found) is data_type
        if fits or can_be_str and isinstance(found, str):
            return found
        raise ValueError(found)
