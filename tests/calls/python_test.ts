import assert from "node:assert/strict";
import { scoreEdges, scoreText } from "../support/code_base.ts";

/** Edges are labelled in the text: `#> what the line runs`. */
const SHOP: Record<string, string> = {
  "src/shop/__init__.py": `
from .cart import Cart, make_cart as cart
from .tax import *
`,
  "src/shop/cart.py": `
import json
from . import tax as taxes
from .tax import rate as tax_rate

class Base:
    def __init__(self):
        self.reset() #> Base.reset

    def reset(self):
        pass

    def add(self, item):
        return self.total() #> Base.total

    def total(self):
        return taxes.rate(1) #> rate

class Cart(Base):
    def add(self, item):
        super().add(item) #> Base.add
        json.loads(item)
        return tax_rate(item) #> rate

    @classmethod
    def empty(cls):
        return cls() #> Base.__init__

    def again(self):
        self.helper = Helper() #> Helper
        self.helper.run() #> Helper.run
        return self

class Helper:
    def run(self):
        pass

def make_cart():
    return Cart() #> Base.__init__

def chosen(first):
    return rate if first else make_cart

def rate():
    pass

def uses():
    make_cart().again().add(1) #> make_cart, Cart.again, Cart.add
    a, b = make_cart(), Helper() #> make_cart, Helper
    a.add(2) #> Cart.add
    b.run() #> Helper.run
    for each in [Helper(), Helper()]: #> Helper
        each.run() #> Helper.run
    table = {"x": make_cart, "y": rate}
    table["x"]() #> make_cart
    found = chosen(True) #> chosen
    found() #> rate, make_cart

def shadowed(rate):
    rate()
    make_cart = len
    make_cart("a")
`,
  "src/shop/tax.py": `
from functools import partial

def rate(amount):
    return amount

def log(fn):
    return fn

@log #> log
def logged():
    pass

half = partial(rate, 2) #> rate
half() #> rate
alias = rate
alias(1) #> rate
`,
  "src/shop/json/__init__.py": `
def loads(text):
    pass
`,
  "src/shop/json/provider.py": `
import json

def read(text):
    return json.loads(text)
`,
  "tests/conftest.py": `
import pytest
from shop import Cart

@pytest.fixture
def basket():
    yield Cart() #> Base.__init__
`,
  "tests/test_shop.py": `
import shop as s
from shop import cart, logged, rate

def test_all(basket):
    basket.add(1) #> Cart.add
    cart() #> make_cart
    s.Cart.empty() #> Cart.empty
    logged() #> logged
    rate(3) #> src/shop/tax.py:rate

def basketless(basket):
    basket.add(1)
`,
};

Deno.test("callers of Python are found where its users see them", async () => {
  const score = await scoreEdges(SHOP, "python");
  assert.ok(score.labelled >= 30, scoreText(score));
  assert.ok(score.precision >= 0.95 && score.recall >= 0.95, scoreText(score));
});
