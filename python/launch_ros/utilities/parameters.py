"""Parameters and names as upstream's utilities give them."""
from __future__ import annotations

from typing import Any, Dict, List, Tuple

from launch.utilities.substitutions_of import text_of

from ..parameter_descriptions import ParameterFile
from ..parameter_values import flatten

plugin_support = None


def normalize_parameters(parameters: Any) -> Any:
    """The parameters as they are: everything is taken when it is evaluated."""
    return parameters


def normalize_remap_rules(remap_rules: Any) -> Any:
    """The rules as they are: everything is taken when it is evaluated."""
    return remap_rules


def evaluate_parameter_dict(context: Any, parameters: Dict[Any, Any]) -> Dict[str, Any]:
    """A dictionary of parameters by full names."""
    return dict(flatten(context, parameters))


def evaluate_parameters(context: Any, parameters: Any) -> List[Any]:
    """Each parameter file's path, each dictionary's values."""
    return [evaluate_parameter_dict(context, each) if isinstance(each, dict)
            else each.path(context) if isinstance(each, ParameterFile) else text_of(context, each)
            for each in parameters or ()]


def add_node_name(context: Any, name: str) -> None:
    """Nothing: Orrery warns of equal names itself."""


def get_node_name_count(context: Any, name: str) -> int:
    """Nothing is counted."""
    return 0


def to_parameters_list(context: Any, node_name: str, namespace: str,
                       evaluated_parameters: Any) -> Tuple[Any, ...]:
    """The parameters as they are."""
    return tuple(evaluated_parameters)
