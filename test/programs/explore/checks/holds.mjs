export const check = async (run) => run.topic('/out').count > 0;
