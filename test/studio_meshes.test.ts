/** Meshes of robots and markers in the studio's 3D panel, in a real browser. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from './orrery_command.js';
import { ROOT } from './project.js';
import { Sandbox } from './sandbox.js';
import { COLOURS_SEEN, SLOWLY } from './scene_colours.js';
import { CHROMIUM, StudioBrowser } from './studio_browser.js';

const CORNERS = ['0 0 0', '1 0 0', '0 1 0', '0 0 1'];
/** The faces of a tetrahedron, oriented outwards. */
const FACES = [
  [0, 2, 1],
  [0, 1, 3],
  [0, 3, 2],
  [1, 2, 3],
];
const STL = `solid base\n${FACES.map(
  (face) =>
    `facet normal 0 0 0\nouter loop\n${face.map((i) => `vertex ${CORNERS[i]}\n`).join('')}endloop\nendfacet\n`,
).join('')}endsolid base\n`;
const OBJ = `${CORNERS.map((each) => `v ${each}\n`).join('')}${FACES.map((face) => `f ${face.map((i) => i + 1).join(' ')}\n`).join('')}`;
/** In decimetres, with a colour of its own and a missing texture. */
const DAE = `<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="0.1" name="decimetre"/><up_axis>Y_UP</up_axis></asset>
<library_images><image id="t"><init_from>http://127.0.0.1:1/texture.png</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON><technique sid="common"><lambert><diffuse><color>0.9 0 0 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="12">0 0 0 10 0 0 0 10 0 0 0 10</float_array><technique_common><accessor source="#a" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4" material="s"><input semantic="VERTEX" source="#v" offset="0"/><p>${FACES.flat().join(' ')}</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="w"><node><instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="s" target="#m"/></technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#w"/></scene></COLLADA>`;

const title = CHROMIUM === undefined ? 'meshes (skipped: there is no Chromium)' : 'meshes';

describe.skipIf(CHROMIUM === undefined)(title, () => {
  const project = new Sandbox();
  let browser: StudioBrowser;

  beforeAll(async () => {
    const inPackage = (name: string, text: string) =>
      project.write(`packages/arm_description/${name}`, text);
    inPackage('package.xml', '<package format="3"><name>arm_description</name></package>');
    inPackage('meshes/base.STL', STL);
    inPackage('meshes/hand.dae', DAE);
    inPackage('meshes/cup.obj', OBJ);
    project.write('secret.stl', STL);
    const program = join(ROOT, 'test/programs/meshes.cjs');
    expect(project.orrery(['run', program, '--until', '1s', '--record', 'run']).status).toBe(0);
    browser = await StudioBrowser.launch();
  });
  afterAll(async () => {
    await browser?.close(/404/);
    project.remove();
  });

  const shown = async (page: Page) => {
    await page.getByRole('tab', { name: '3D', exact: true }).click();
    await page.waitForFunction(
      `(() => { const seen = ${COLOURS_SEEN}; return seen.blue > 200 && seen.red > 200 && seen.yellow > 200; })()`,
      undefined,
      SLOWLY,
    );
    const told = await page.locator('.problems p').allTextContents();
    return told.filter((each) => each.includes('mesh')).map((each) => each.trim());
  };

  it('are drawn from the packages on this machine, and missing ones are named', async () => {
    const args = ['studio', 'run', '--no-open', '--packages', 'packages'];
    const server = spawn(process.execPath, [COMMAND, ...args], { cwd: project.folder });
    try {
      const [address] = await nextLine(server.stdout);
      const page = await browser.open(address!, 900, 560);
      const told = await shown(page);
      expect(told).toHaveLength(2);
      expect(told.join('\n')).toMatch(/gone\.stl is not shown\. .*gone\.stl does not exist/);
      expect(told.join('\n')).toContain('secret.stl is not shown. It lies outside its package.');
    } finally {
      server.kill();
    }
  });

  it('are in a page that is a single file', async () => {
    const made = project.orrery(['studio', 'run', '--html', 'page.html', '--packages', 'packages']);
    expect(made.stdout).toContain('wrote page.html');
    const page = await browser.open(`file://${join(project.folder, 'page.html')}`, 900, 560);
    const told = await shown(page);
    expect(told).toHaveLength(2);
    expect(told.every((each) => each.endsWith('This page does not hold it.'))).toBe(true);
  });
});

async function nextLine(stream: NodeJS.ReadableStream): Promise<string[]> {
  for await (const line of createInterface(stream)) return [line];
  return [];
}
