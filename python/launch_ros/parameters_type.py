"""What may stand where parameters are wanted."""
from __future__ import annotations

from typing import Any

SomeParameterFile = Any
SomeParameterName = Any
SomeParameterValue = Any
SomeParametersDict = Any
SomeParameters = Any
ParameterFile = Any
ParameterName = Any
ParameterValue = Any
EvaluatedParameterValue = Any
EvaluatedParameters = Any
ParametersDict = Any
Parameters = Any
