"""Test results as JUnit XML."""
from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any, Mapping

#: The element for each list of a result.
_OUTCOMES = {'failures': 'failure', 'errors': 'error', 'skipped': 'skipped'}


def unittestResultsToXml(*, name: str = 'launch_test',
                         test_results: Mapping[Any, Any]) -> ET.ElementTree:
    """Return a document with a suite per result."""
    results = list(test_results.values())
    suites = ET.Element('testsuites', {
        'name': name, 'tests': str(sum(each.testsRun for each in results)),
        'failures': str(sum(len(each.failures) for each in results)),
        'errors': str(sum(len(each.errors) for each in results)),
        'time': _seconds(sum(sum(each.testTimes.values()) for each in results))})
    suites.extend(unittestResultToXml(str(key), each) for key, each in test_results.items())
    return ET.ElementTree(suites)


def unittestResultToXml(name: str, test_result: Any) -> ET.Element:
    """Return the suite of a result."""
    suite = ET.Element('testsuite', {
        'name': name, 'tests': str(test_result.testsRun),
        **{each: str(len(getattr(test_result, each))) for each in _OUTCOMES},
        'time': _seconds(sum(test_result.testTimes.values()))})
    suite.extend(unittestCaseToXml(test_result, case) for case in test_result.testTimes)
    return suite


def unittestCaseToXml(test_result: Any, test_case: Any) -> ET.Element:
    """Return the element of a test."""
    element = ET.Element('testcase', {
        'classname': f'{type(test_case).__module__}.{type(test_case).__name__}',
        'name': test_case._testMethodName, 'time': _seconds(test_result.testTimes[test_case])})
    for kind, tag in _OUTCOMES.items():
        for case, message in getattr(test_result, kind):
            if case == test_case:
                ET.SubElement(element, tag, {'message': message})
    return element


def _seconds(time: float) -> str:
    return str(round(time, 3))
