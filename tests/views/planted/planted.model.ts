import { defineModel } from '../../../machines/model.ts';
import { plantedMachine, plants } from './planted.machine.ts';

export default defineModel({
  name: 'planted',
  title: { en: 'Planted', ru: 'Подложено' },
  machine: plantedMachine,
  view: '../../tests/views/planted/planted',
  inputs: { start: undefined },
  events: { 'user.chosen': plants.map((value) => ({ value })) },
  outcomes: {},
  states: Object.fromEntries(plants.map((plant) => [plant, { title: { en: plant, ru: plant } }])),
});
