within Modelica.Blocks;
package Icons "Empty base classes of blocks"
  extends Modelica.Icons.IconsPackage;

  partial block Block "Marks a block of Real signals"
  end Block;

  partial block BooleanBlock "Marks a block of Boolean signals"
  end BooleanBlock;

  partial block DiscreteBlock "Marks a sampled block"
  end DiscreteBlock;

  partial block IntegerBlock "Marks a block of Integer signals"
  end IntegerBlock;

  partial block PartialBooleanBlock "Marks a logical block"
  end PartialBooleanBlock;
end Icons;
