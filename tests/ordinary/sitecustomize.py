"""Imported by every Python that has this folder on its path: the children of a test with `ordinary_deals`."""

import pytest

from tests.support.dealing import deal_ordinarily

deal_ordinarily(pytest.MonkeyPatch())
