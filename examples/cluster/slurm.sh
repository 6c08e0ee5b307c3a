#!/bin/sh
# A Slurm array: each task makes one part of the campaign. Few long tasks rather than many short ones.
#SBATCH --job-name=gains
#SBATCH --array=0-15
#SBATCH --cpus-per-task=4
#SBATCH --time=02:00:00
set -e
# A folder that all nodes see.
STORE=${STORE:-$HOME/sweeps}
orrery sweep work gains.yaml --store "$STORE" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
  --shard "$((SLURM_ARRAY_TASK_ID + 1))/$SLURM_ARRAY_TASK_COUNT"
