let isSlow: boolean | undefined;

/** Whether the browser draws without a graphics card. */
export function drawsInSoftware(): boolean {
  isSlow ??= findOut();
  return isSlow;
}

function findOut(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  const names = context?.getExtension('WEBGL_debug_renderer_info');
  if (!context || !names) return false;
  const name = String(context.getParameter(names.UNMASKED_RENDERER_WEBGL));
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
