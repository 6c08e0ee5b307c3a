#!/bin/sh
# A worker on any machine that reaches the Redis server and sees the folder of results.
set -e
orrery sweep work gains.yaml --store "${STORE:-/mnt/shared/sweeps}" --redis "${REDIS:-redis://localhost:6379}"
