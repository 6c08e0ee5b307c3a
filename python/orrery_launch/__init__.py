"""Evaluates Python launch files for Orrery: a request on standard input, the answer on standard output.

The request is a JSON object: `file`, `configurations`, `env`, and of the launch that includes the
file `namespace`, `parameters` and `remaps`. The answer has `actions` as Orrery's launch
descriptions have them (and `include` for files in XML and YAML), `arguments`, `configurations`
afterwards and `warnings`; or `error` with `message` and, if known, `place`.
"""
