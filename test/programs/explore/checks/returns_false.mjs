export const check = (run) => run.topic('/out').count > 1000;
