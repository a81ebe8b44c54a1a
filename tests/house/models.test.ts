import { describe, expect, test } from 'vitest';
import { ownFlows as names } from '../tools/own-flows.ts';
import toy from '../paths/toy/toy.model.ts';
import { models } from '../paths/models.ts';
import { flowFaults, modelFaults, viewFaults } from './models.ts';
import { filesBelow, parse, parsedHouse } from './source.ts';

const views = filesBelow('src/features').filter((file) => file.endsWith('.view.tsx'));

describe('D4 no view and no machine goes without its model', () => {
  test('D4 each view is named by one model, each flow by its own', () => {
    expect(views.length).toBeGreaterThan(10);
    expect(viewFaults(models, views)).toEqual([]);
    expect(flowFaults(models, names)).toEqual([]);
  });

  test('D4 each model file gives a model of the machine beside it, which the house uses', () => {
    expect(Object.keys(models).toSorted()).toEqual(
      filesBelow('machines')
        .filter((file) => file.endsWith('.model.ts'))
        .toSorted(),
    );
    expect(modelFaults(models, parsedHouse())).toEqual([]);
  });

  const file = 'machines/flows/toy/toy.model.ts';
  const beside = 'machines/flows/toy/toy.machine.ts';
  const view = 'src/features/toy/toy.view.tsx';

  test('D4 a view that is forgotten, shared or not there is found', () => {
    const named = { ...toy, view: 'toy/toy' };
    expect(viewFaults({ [file]: named }, [view])).toEqual([]);
    expect(viewFaults({ [file]: toy }, [view])).toEqual([`${view}: 0 models name it`]);
    expect(viewFaults({ [file]: named, 'machines/x.model.ts': named }, [view])).toEqual([`${view}: 2 models name it`]);
    expect(viewFaults({ [file]: named }, [])).toEqual([`${file}: ${view} is not there`]);
  });

  test.each([undefined, 'list/list'])('D4 a flow whose model names the view %s is found', (wrong) => {
    expect(flowFaults({ [file]: { ...toy, view: 'toy/toy' } }, ['toy'])).toEqual([]);
    const model = wrong === undefined ? toy : { ...toy, view: wrong };
    expect(flowFaults({ [file]: model }, ['toy'])).toEqual([`toy: its model does not name ${view}`]);
  });

  test('D4 a model that is none, or of a machine that is elsewhere or unused, is found', () => {
    const about = parse(file, `import { toyMachine } from './toy.machine.ts';`);
    const user = parse('machines/root/flows.ts', `const x = () => import('../flows/toy/toy.machine.ts');`);
    expect(modelFaults({ [file]: toy }, [about, user])).toEqual([]);
    expect(modelFaults({ [file]: {} }, [about, user])).toEqual([`${file}: its default is no model`]);
    expect(modelFaults({ [file]: toy }, [parse(file, `import './other.machine.ts';`), user])).toEqual([
      `${file}: is not about the machine beside it`,
    ]);
    const typed = parse('machines/root/flows.ts', `import type { X } from '../flows/toy/toy.machine.ts';`);
    const sample = parse('machines/x.samples.ts', `import '../${beside}';`);
    expect(modelFaults({ [file]: toy }, [about, typed, sample])).toEqual([`${file}: nobody uses its machine`]);
  });
});
