import type { CallSpec } from '../../contract/call.ts';
import { operationCancel, operationCode, operationRead } from '../../contract/calls/operation.ts';
import { call } from '../root/calls.ts';
import { operationMachine } from './operation.machine.ts';

/**
 * The same machine for every flow that moves money; what differs is which calls it makes. `read` asks by the id that
 * stands in an address, `status` by what the last answer said.
 */
export const operationOf = ({
  check,
  submit,
  status,
  read = operationRead,
}: {
  check: CallSpec;
  submit: CallSpec;
  status: CallSpec;
  read?: CallSpec;
}): typeof operationMachine =>
  operationMachine.provide({
    actors: {
      check: call(check) as never,
      submit: call(submit) as never,
      status: call(status) as never,
      read: call(read) as never,
      cancel: call(operationCancel) as never,
      code: call(operationCode) as never,
    },
  });
