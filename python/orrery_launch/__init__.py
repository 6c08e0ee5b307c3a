"""Evaluates Python launch files for Orrery: request on standard input, answer on standard output.

The request is a JSON object with `file`, `configurations`, `env` and `initialTime` (see
`virtual_start`), and, from the launch that includes the file, `namespace`, `parameters` and
`remaps`. The answer has `actions` in the form of Orrery's launch descriptions (with `include` for
files in XML and YAML), `arguments`, the final `configurations`, and `warnings`; or `error` with
`message` and, if known, `place`.
"""
